#include "ui/jobs/background.h"
#include "ui/views/appearance.h"
#include "ui/views/application_controller.h"
#include "ui/views/application_presence.h"
#include "ui/views/single_instance.h"
#include "ui/views/theme_system.h"

#include <QApplication>
#include <QDir>
#include <QIcon>
#include <chrono>
#include <cstdlib>

namespace {

/// The paths among the arguments, as seen from here: another instance has another folder.
QStringList pathsOf(const QStringList& arguments) {
  QStringList paths;
  for (const QString& argument : arguments.mid(1)) {
    if (!argument.startsWith(QLatin1Char('-'))) {
      paths << QDir::cleanPath(QDir::current().absoluteFilePath(argument));
    }
  }
  return paths;
}

} // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("Assay"));
  QApplication::setOrganizationName(QStringLiteral("Assay"));
  QApplication::setApplicationVersion(QStringLiteral(ASSAY_VERSION));
  QApplication::setDesktopFileName(QStringLiteral("assay"));
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/icon/assay.svg")));
  const QStringList paths = pathsOf(QApplication::arguments());

  assay::SingleInstance instance(assay::SingleInstance::defaultName());
  const bool alone = qEnvironmentVariableIsSet("ASSAY_NEW_INSTANCE");
  if (!alone && instance.handOver(paths)) {
    return 0;
  }
  assay::applySystemLook(application);
  assay::applyAppearance();
  int code = 0;
  {
    assay::ApplicationController controller;
    QObject::connect(&instance, &assay::SingleInstance::received, &controller,
                     &assay::ApplicationController::receive);
    if (!alone) {
      instance.listen();
    }
    assay::establishPresence(controller);
    controller.start(paths);
    code = QApplication::exec();
  }
  // A disk that hangs may hold a thread for ever: after two seconds the program ends without it.
  if (!assay::background::waitForAll(std::chrono::seconds(2))) {
    std::_Exit(code);
  }
  return code;
}
