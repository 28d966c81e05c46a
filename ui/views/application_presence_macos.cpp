#include "ui/views/application_controller.h"
#include "ui/views/application_presence.h"
#include "ui/views/window_actions.h"

#include <QApplication>
#include <QMenuBar>

namespace assay {

namespace {

/// The menus while there is no window: of the same actions, those that need no checkpoint.
void buildParentlessMenus(ApplicationController& controller) {
  // The actions hang on a widget that is never shown, so that their shortcuts belong to the menu.
  auto* bar = new QMenuBar(nullptr);
  QObject::connect(&controller, &QObject::destroyed, bar, &QObject::deleteLater);
  auto* actions = new WindowActions(bar);
  actions->buildMenus(bar, controller.recent());
  actions->setState(false, false);
  for (QAction* action : {actions->close, actions->copy, actions->minimize, actions->zoom}) {
    action->setEnabled(false);
  }
  const auto call = [&controller](QAction* action, auto method) {
    QObject::connect(action, &QAction::triggered, &controller, method);
  };
  call(actions->open, [&controller] { controller.showOpenDialog(nullptr, false); });
  call(actions->openFolder, [&controller] { controller.showOpenDialog(nullptr, true); });
  call(actions->openSample, [&controller] { controller.openSample(); });
  call(actions->settings, [&controller] { controller.showSettings(nullptr); });
  call(actions->about, [&controller] { controller.showAbout(nullptr); });
  call(actions->quit, [] { QApplication::quit(); });
  QObject::connect(actions, &WindowActions::recentChosen, &controller,
                   [&controller](const QString& path) { controller.open({path}); });
}

} // namespace

void establishPresence(ApplicationController& controller) {
  QApplication::setQuitOnLastWindowClosed(false);
  buildParentlessMenus(controller);
  // A click on the Dock icon makes the program active again.
  QObject::connect(qApp, &QGuiApplication::applicationStateChanged, &controller,
                   [&controller](Qt::ApplicationState state) {
                     if (state == Qt::ApplicationActive && controller.windows().isEmpty()) {
                       controller.showStart();
                     }
                   });
}

} // namespace assay
