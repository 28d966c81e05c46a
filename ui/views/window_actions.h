#pragma once

#include <QAction>
#include <QList>
#include <QObject>

class QMenu;
class QMenuBar;

namespace assay {

class RecentModel;

/// What can be done in a window, as actions with their shortcuts; the menus are made of them. Every
/// action has a role, because the Mac moves entries with certain words into its own menu otherwise.
class WindowActions : public QObject {
  Q_OBJECT

 public:
  explicit WindowActions(QWidget* window);

  QAction* open = nullptr;
  QAction* openFolder = nullptr;
  QAction* openSample = nullptr;
  QAction* reveal = nullptr;
  QAction* close = nullptr;
  QAction* settings = nullptr;
  QAction* quit = nullptr;
  QAction* copy = nullptr;
  QAction* copyName = nullptr;
  QAction* find = nullptr;
  QAction* findNext = nullptr;
  QAction* goToValue = nullptr;
  QAction* outline = nullptr;
  QAction* list = nullptr;
  QAction* inspector = nullptr;
  QList<QAction*> pages; ///< in the order of the toolbar
  QAction* minimize = nullptr;
  QAction* zoom = nullptr;
  QAction* about = nullptr;
  QAction* shortcuts = nullptr;

  /// Enables what needs an open checkpoint, and what needs one that can be read.
  void setState(bool hasFile, bool readable);

  /// Fills a menu bar. `recent` is listed anew each time its menu opens; a click emits
  /// `recentChosen`.
  void buildMenus(QMenuBar* bar, RecentModel* recent);

 Q_SIGNALS:
  void recentChosen(const QString& path);

 private:
  QAction* make(const QString& text, const QKeySequence& keys = {},
                QAction::MenuRole role = QAction::NoRole);
  void buildFileMenu(QMenuBar* bar, RecentModel* recent);
  void fillRecent(QMenu* menu, RecentModel* recent);
  void fillWindows(QMenu* menu);
};

} // namespace assay
