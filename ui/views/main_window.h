#pragma once

#include "ui/jobs/change_watch.h"
#include "ui/jobs/checkpoint_opening.h"

#include <QMainWindow>
#include <functional>
#include <memory>
#include <optional>

class QStackedWidget;
class QToolBar;

namespace assay {

class Banner;
class DropOverlay;
class MessagePage;
class OverviewPage;
class RecentModel;
class SearchField;
class SegmentedControl;
class StartPage;
class StatusLine;
class TensorsPage;
class WindowActions;

/// A window: the start page, or one checkpoint. It opens the checkpoint itself, in the background;
/// what reaches beyond the window (other windows, the list of recent files) it asks for by signals.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  enum class Page : std::uint8_t { Overview, Tensors };
  enum class State : std::uint8_t { Start, Opening, Failed, Open };

  explicit MainWindow(RecentModel* recent, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Starts to open a path; what the window showed goes.
  void openPath(const QString& path);
  void showStart();
  void showPage(Page page);
  /// Makes all texts anew, such as after a change of units.
  void refreshTexts();

  [[nodiscard]] State state() const { return m_state; }
  [[nodiscard]] Page page() const;
  /// The path that was asked for, and the file that it leads to where that is known.
  [[nodiscard]] const QString& requestedPath() const { return m_path; }
  [[nodiscard]] const QString& canonicalPath() const { return m_opened.canonicalPath; }
  [[nodiscard]] const OpenedCheckpoint& opened() const { return m_opened; }

  [[nodiscard]] StartPage* startPage() const { return m_start; }
  [[nodiscard]] OverviewPage* overviewPage() const { return m_overview; }
  [[nodiscard]] TensorsPage* tensorsPage() const { return m_tensors; }
  [[nodiscard]] MessagePage* messagePage() const { return m_message; }
  [[nodiscard]] Banner* banner() const { return m_banner; }
  [[nodiscard]] StatusLine* statusLine() const { return m_status; }
  [[nodiscard]] SearchField* searchField() const { return m_search; }
  [[nodiscard]] SegmentedControl* pageChoice() const { return m_pageChoice; }
  [[nodiscard]] WindowActions* actions() const { return m_actions; }

  /// Asked before an opened checkpoint is shown; false where another window shows the file already.
  std::function<bool(MainWindow*, const OpenedCheckpoint&)> mayShow;

 Q_SIGNALS:
  void openDialogRequested();
  void openFolderRequested();
  void sampleRequested();
  void pathsRequested(const QStringList& paths);
  void settingsRequested();
  void aboutRequested();
  void shortcutsRequested();
  void checkpointShown();
  /// Opening ended, one way or another.
  void settled();

 protected:
  void changeEvent(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildPages(RecentModel* recent);
  void buildToolbar();
  void connectActions();
  void connectPages();
  void connectTensors();
  void setState(State state);
  void showOpened(const OpenedCheckpoint& opened);
  void showFailure(const Error& error);
  void showProgress(const Progress& progress);

  WindowActions* m_actions;
  CheckpointOpening m_opening;
  ChangeWatch m_watch;
  State m_state = State::Start;
  QString m_path;
  OpenedCheckpoint m_opened;

  QToolBar* m_toolbar = nullptr;
  SegmentedControl* m_pageChoice = nullptr;
  SearchField* m_search = nullptr;
  Banner* m_banner = nullptr;
  QStackedWidget* m_states = nullptr; ///< start page, message, pages
  StartPage* m_start = nullptr;
  MessagePage* m_message = nullptr;
  QStackedWidget* m_pages = nullptr; ///< in the order of Page
  OverviewPage* m_overview = nullptr;
  TensorsPage* m_tensors = nullptr;
  StatusLine* m_status = nullptr;
  DropOverlay* m_drop = nullptr;
};

} // namespace assay
