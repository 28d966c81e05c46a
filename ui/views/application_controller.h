#pragma once

#include "ui/models/recent_model.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QStringList>

class QMenuBar;

namespace assay {

class MainWindow;
struct OpenedCheckpoint;

/// The program's windows: one for each checkpoint, or a start page. All ways to open come together
/// here: arguments, drops, the file manager, the list of recent files, a second start.
class ApplicationController : public QObject {
  Q_OBJECT

 public:
  explicit ApplicationController(QObject* parent = nullptr);
  ~ApplicationController() override;

  /// Opens the arguments; the start page comes only if nothing was asked for by the first idle turn
  /// of the event loop, because the file manager's requests arrive as events.
  void start(const QStringList& arguments);

  /// Opens paths, each in a window of its own; `from` is reused where it is a start page.
  void open(const QStringList& paths, MainWindow* from = nullptr);
  void openSample(MainWindow* from = nullptr);
  /// A window with the start page: one that is there, or a new one.
  MainWindow* showStart();
  /// Another start of the program: its paths, or the front.
  void receive(const QStringList& paths);

  void showOpenDialog(MainWindow* from, bool folder);
  void showSettings(QWidget* parent);
  void showAbout(QWidget* parent);
  void showShortcuts(QWidget* parent);

  [[nodiscard]] QList<MainWindow*> windows() const;
  [[nodiscard]] RecentModel* recent() { return &m_recent; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  MainWindow* makeWindow();
  void openOne(const QString& path, MainWindow* from);
  [[nodiscard]] MainWindow* windowFor(const QString& path) const;
  [[nodiscard]] MainWindow* startWindow() const;
  bool mayShow(MainWindow* window, const OpenedCheckpoint& opened);
  void remember(MainWindow* window);
  void checkRecent();

  RecentModel m_recent;
  QList<QPointer<MainWindow>> m_windows;
  QStringList m_queued; ///< paths that came before `start`
  bool m_started = false;
};

} // namespace assay
