#include "ui/views/window_actions.h"

#include "ui/models/recent_model.h"
#include "ui/views/reveal.h"

#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QWidget>

namespace assay {

WindowActions::WindowActions(QWidget* window) : QObject(window) {
  open = make(tr("Open…"), Qt::CTRL | Qt::Key_O);
  openFolder = make(tr("Open Folder…"), Qt::CTRL | Qt::SHIFT | Qt::Key_O);
  openSample = make(tr("Open Sample"));
  reveal = make(revealText(), Qt::CTRL | Qt::SHIFT | Qt::Key_R);
  close = make(tr("Close"), Qt::CTRL | Qt::Key_W);
  settings = make(tr("Settings…"), Qt::CTRL | Qt::Key_Comma, QAction::PreferencesRole);
  quit = make(tr("Quit Assay"), Qt::CTRL | Qt::Key_Q, QAction::QuitRole);
  copy = make(tr("Copy"), Qt::CTRL | Qt::Key_C);
  copyName = make(tr("Copy Name"), Qt::CTRL | Qt::ALT | Qt::Key_C);
  find = make(tr("Find"), Qt::CTRL | Qt::Key_F);
  findNext = make(tr("Find Next"), Qt::CTRL | Qt::Key_G);
  goToValue = make(tr("Go to Value…"), Qt::CTRL | Qt::Key_L);
  outline = make(tr("Outline"), Qt::CTRL | Qt::ALT | Qt::Key_1);
  list = make(tr("List"), Qt::CTRL | Qt::ALT | Qt::Key_2);
  inspector = make(tr("Inspector"), Qt::CTRL | Qt::ALT | Qt::Key_I);
  for (QAction* action : {outline, list, inspector}) {
    action->setCheckable(true);
  }
  const QStringList pageNames{tr("Overview"), tr("Tensors")};
  for (int i = 0; i < pageNames.size(); ++i) {
    QAction* page =
        make(pageNames[i], QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)));
    page->setCheckable(true);
    pages << page;
  }
  minimize = make(tr("Minimize"), Qt::CTRL | Qt::Key_M);
  zoom = make(tr("Zoom"));
  about = make(tr("About Assay"), {}, QAction::AboutRole);
  shortcuts = make(tr("Keyboard Shortcuts"));
  for (QAction* action : findChildren<QAction*>()) {
    window->addAction(action);
  }
}

QAction* WindowActions::make(const QString& text, const QKeySequence& keys,
                             QAction::MenuRole role) {
  auto* action = new QAction(text, this);
  action->setShortcut(keys);
  action->setMenuRole(role);
  return action;
}

void WindowActions::setState(bool hasFile, bool readable) {
  reveal->setEnabled(hasFile);
  for (QAction* action : {find, copyName, goToValue, outline, list, inspector}) {
    action->setEnabled(readable);
  }
  for (int i = 0; i < pages.size(); ++i) {
    pages[i]->setEnabled(i == 0 ? hasFile : readable);
  }
}

void WindowActions::fillRecent(QMenu* menu, RecentModel* recent) {
  menu->clear();
  for (const RecentEntry& entry : recent->entries()) {
    QString text = entry.name + QStringLiteral(" — ") + entry.path.section(QLatin1Char('/'), -1);
    QAction* action = menu->addAction(text.replace(QLatin1Char('&'), QStringLiteral("&&")));
    action->setMenuRole(QAction::NoRole);
    action->setToolTip(entry.path);
    action->setEnabled(!entry.missing);
    connect(action, &QAction::triggered, this,
            [this, path = entry.path] { Q_EMIT recentChosen(path); });
  }
  menu->addSeparator();
  QAction* clear = menu->addAction(tr("Clear Menu"), recent, &RecentModel::clear);
  clear->setMenuRole(QAction::NoRole);
  clear->setEnabled(recent->rowCount() > 0);
}

void WindowActions::fillWindows(QMenu* menu) {
  // The actions of the last time go with the menu's separator; those of this window stay.
  for (QAction* action : menu->actions()) {
    menu->removeAction(action);
    if (action->parent() == menu) {
      action->deleteLater();
    }
  }
  menu->addAction(minimize);
  menu->addAction(zoom);
  menu->addSeparator();
  for (QWidget* window : QApplication::topLevelWidgets()) {
    if (!window->inherits("QMainWindow") || !window->isVisible()) {
      continue;
    }
    QString title = window->windowTitle();
    QAction* action = menu->addAction(title.replace(QLatin1Char('&'), QStringLiteral("&&")));
    action->setMenuRole(QAction::NoRole);
    action->setCheckable(true);
    action->setChecked(window->isActiveWindow());
    connect(action, &QAction::triggered, window, [window] {
      window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
      window->raise();
      window->activateWindow();
    });
  }
}

void WindowActions::buildFileMenu(QMenuBar* bar, RecentModel* recent) {
  QMenu* file = bar->addMenu(tr("&File"));
  file->addAction(open);
  file->addAction(openFolder);
  file->addAction(openSample);
  QMenu* openRecent = file->addMenu(tr("Open Recent"));
  openRecent->setToolTipsVisible(true);
  openRecent->menuAction()->setMenuRole(QAction::NoRole);
  connect(openRecent, &QMenu::aboutToShow, this,
          [this, openRecent, recent] { fillRecent(openRecent, recent); });
  fillRecent(openRecent, recent);
  file->addSeparator();
  file->addAction(reveal);
  file->addSeparator();
  file->addAction(settings);
  file->addAction(close);
  file->addAction(quit);
}

void WindowActions::buildMenus(QMenuBar* bar, RecentModel* recent) {
  buildFileMenu(bar, recent);
  QMenu* edit = bar->addMenu(tr("&Edit"));
  edit->addAction(copy);
  edit->addAction(copyName);
  edit->addSeparator();
  edit->addAction(find);
  edit->addAction(findNext);
  edit->addAction(goToValue);
  QMenu* view = bar->addMenu(tr("&View"));
  view->addActions(pages);
  view->addSeparator();
  view->addActions({outline, list});
  view->addSeparator();
  view->addAction(inspector);
  QMenu* windowMenu = bar->addMenu(tr("&Window"));
  connect(windowMenu, &QMenu::aboutToShow, this, [this, windowMenu] { fillWindows(windowMenu); });
  fillWindows(windowMenu);
  QMenu* help = bar->addMenu(tr("&Help"));
  help->addAction(shortcuts);
  help->addAction(about);
}

} // namespace assay
