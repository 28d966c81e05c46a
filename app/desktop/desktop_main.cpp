#include "ui/jobs/checkpoint_opening.h"
#include "ui/views/main_window.h"
#include "ui/views/theme_system.h"

#include <QApplication>

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("Assay"));
  assay::applySystemLook(application);
  assay::MainWindow window;
  assay::CheckpointOpening opening;
  QObject::connect(&opening, &assay::CheckpointOpening::opened, &window,
                   [&](const auto& checkpoint) { window.setCheckpoint(checkpoint); });
  if (argc > 1) {
    opening.start(QString::fromLocal8Bit(argv[1]));
  }
  window.show();
  return QApplication::exec();
}
