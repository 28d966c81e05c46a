#include "tests/gui/window_fixture.h"

#include "ui/views/application_controller.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QSettings>
#include <QTest>

namespace assay::test {

namespace {

constexpr int mostMs = 10'000;

} // namespace

SettingsInMemory::SettingsInMemory() {
  QCoreApplication::setOrganizationName(QStringLiteral("Assay"));
  QCoreApplication::setApplicationName(QStringLiteral("assay_tests"));
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
}

void SettingsInMemory::clear() {
  QSettings().clear();
}

bool waitFor(MainWindow* window, MainWindow::State state) {
  return QTest::qWaitFor([&] { return window->state() == state; }, mostMs);
}

MainWindow* openWindow(ApplicationController& controller) {
  if (!QTest::qWaitFor([&] { return !controller.windows().isEmpty(); }, mostMs)) {
    return nullptr;
  }
  MainWindow* window = controller.windows().first();
  return waitFor(window, MainWindow::State::Open) &&
                 QTest::qWaitFor([&] { return window->isVisible(); }, mostMs)
             ? window
             : nullptr;
}

bool dropOn(QWidget* widget, const QList<QUrl>& urls) {
  QMimeData data;
  data.setUrls(urls);
  QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  enter.ignore();
  QApplication::sendEvent(widget, &enter);
  if (!enter.isAccepted()) {
    return false;
  }
  QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(widget, &drop);
  return drop.isAccepted();
}

} // namespace assay::test
