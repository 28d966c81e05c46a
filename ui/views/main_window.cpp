#include "ui/views/main_window.h"

#include "ui/models/display_text.h"
#include "ui/views/app_settings.h"
#include "ui/views/banner.h"
#include "ui/views/copy_command.h"
#include "ui/views/drop_overlay.h"
#include "ui/views/message_page.h"
#include "ui/views/open_error_text.h"
#include "ui/views/overview_page.h"
#include "ui/views/reveal.h"
#include "ui/views/search_field.h"
#include "ui/views/segmented_control.h"
#include "ui/views/start_page.h"
#include "ui/views/status_line.h"
#include "ui/views/tensors_page.h"
#include "ui/views/theme.h"
#include "ui/views/widget_tools.h"
#include "ui/views/window_actions.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolBar>
#include <QVBoxLayout>
#include <utility>

namespace assay {

MainWindow::MainWindow(RecentModel* recent, QWidget* parent)
    : QMainWindow(parent), m_actions(new WindowActions(this)) {
  setMinimumSize(980, 620);
  resize(1440, 900);
  setAcceptDrops(true);
  setUnifiedTitleAndToolBarOnMac(true);
  setContextMenuPolicy(Qt::NoContextMenu);
  m_actions->buildMenus(menuBar(), recent);
  buildToolbar();
  buildPages(recent);
  m_drop = new DropOverlay(this);
  connectActions();
  connectPages();
  connectTensors();
  if (const QByteArray geometry = settings::windowGeometry(); !geometry.isEmpty()) {
    restoreGeometry(geometry);
  }
  setState(State::Start);
}

MainWindow::~MainWindow() = default;

void MainWindow::buildToolbar() {
  m_toolbar = addToolBar(tr("Toolbar"));
  m_toolbar->setMovable(false);
  m_toolbar->setFloatable(false);
  m_toolbar->setFixedHeight(metric::toolbarHeight + 1);
  m_toolbar->toggleViewAction()->setEnabled(false);
  m_pageChoice = new SegmentedControl({tr("Overview"), tr("Tensors")});
  m_pageChoice->setAccessibleName(tr("Page"));
  m_search = new SearchField;
  // One widget with everything, so that the margins do not depend on the style.
  auto* all = new QWidget;
  all->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  auto* across = row(all, 8);
  across->setContentsMargins(14, 0, 14, 1);
  across->addWidget(m_pageChoice);
  across->addStretch();
  across->addSpacing(4);
  across->addWidget(m_search);
  m_toolbar->addWidget(all);
}

void MainWindow::buildPages(RecentModel* recent) {
  auto* central = new QWidget;
  central->setBackgroundRole(QPalette::Base);
  central->setAutoFillBackground(true);
  auto* down = column(central);
  m_banner = new Banner;
  down->addWidget(m_banner);
  m_states = new QStackedWidget;
  m_start = new StartPage(recent);
  m_message = new MessagePage;
  m_pages = new QStackedWidget;
  m_overview = new OverviewPage;
  m_tensors = new TensorsPage;
  m_pages->setFocusPolicy(Qt::ClickFocus);
  m_pages->addWidget(m_overview);
  m_pages->addWidget(m_tensors);
  m_states->addWidget(m_start);
  m_states->addWidget(m_message);
  m_states->addWidget(m_pages);
  down->addWidget(m_states, 1);
  m_status = new StatusLine;
  down->addWidget(m_status);
  setCentralWidget(central);
}

void MainWindow::connectActions() {
  connect(m_actions->open, &QAction::triggered, this, &MainWindow::openDialogRequested);
  connect(m_actions->openFolder, &QAction::triggered, this, &MainWindow::openFolderRequested);
  connect(m_actions->openSample, &QAction::triggered, this, &MainWindow::sampleRequested);
  connect(m_actions, &WindowActions::recentChosen, this,
          [this](const QString& path) { Q_EMIT pathsRequested({path}); });
  connect(m_actions->reveal, &QAction::triggered, this, [this] { revealInFileManager(m_path); });
  connect(m_actions->close, &QAction::triggered, this, &QWidget::close);
  connect(m_actions->quit, &QAction::triggered, qApp, &QApplication::closeAllWindows);
  connect(m_actions->quit, &QAction::triggered, qApp, &QApplication::quit, Qt::QueuedConnection);
  connect(m_actions->settings, &QAction::triggered, this, &MainWindow::settingsRequested);
  connect(m_actions->about, &QAction::triggered, this, &MainWindow::aboutRequested);
  connect(m_actions->shortcuts, &QAction::triggered, this, &MainWindow::shortcutsRequested);
  connect(m_actions->copy, &QAction::triggered, this,
          [] { copyFrom(QApplication::focusWidget()); });
  connect(m_actions->find, &QAction::triggered, this, [this] {
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
  });
  connect(m_actions->minimize, &QAction::triggered, this, &QWidget::showMinimized);
  connect(m_actions->zoom, &QAction::triggered, this,
          [this] { isMaximized() ? showNormal() : showMaximized(); });
  for (int i = 0; i < m_actions->pages.size(); ++i) {
    connect(m_actions->pages[i], &QAction::triggered, this,
            [this, i] { showPage(static_cast<Page>(i)); });
  }
}

void MainWindow::connectPages() {
  connect(m_pageChoice, &SegmentedControl::chosen, this, [this](int index) {
    showPage(static_cast<Page>(index));
    settings::setLastPage(index);
  });
  connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_tensors->setFilterText(text);
    if (!text.isEmpty()) {
      showPage(Page::Tensors);
    }
  });
  connect(m_search, &SearchField::left, this, [this] { m_tensors->setFocus(); });
  connect(m_start, &StartPage::openRequested, this, &MainWindow::openDialogRequested);
  connect(m_start, &StartPage::sampleRequested, this, &MainWindow::sampleRequested);
  connect(m_start, &StartPage::pathRequested, this,
          [this](const QString& path) { Q_EMIT pathsRequested({path}); });
  connect(m_message, &MessagePage::primaryClicked, this, [this] { openPath(m_path); });
  connect(m_message, &MessagePage::secondaryClicked, this, [this] { revealInFileManager(m_path); });
  connect(m_banner, &Banner::actionClicked, this, [this] { openPath(m_path); });
  connect(m_overview, &OverviewPage::tensorActivated, this, [this](TensorId id) {
    showPage(Page::Tensors);
    m_tensors->selectTensor(id);
  });
  connect(m_overview, &OverviewPage::groupActivated, this, [this](const QString& path) {
    showPage(Page::Tensors);
    m_tensors->selectGroup(path);
  });
  connect(&m_opening, &CheckpointOpening::opened, this, &MainWindow::showOpened);
  connect(&m_opening, &CheckpointOpening::failed, this, &MainWindow::showFailure);
  connect(&m_opening, &CheckpointOpening::progressed, this, &MainWindow::showProgress);
  connect(&m_watch, &ChangeWatch::changed, this,
          [this] { m_banner->showMessage(tr("The file changed on disk"), tr("Reload")); });
}

void MainWindow::connectTensors() {
  const auto inTensors = [this](auto call) {
    return [this, call] {
      showPage(Page::Tensors);
      (m_tensors->*call)();
    };
  };
  connect(m_actions->copyName, &QAction::triggered, m_tensors, &TensorsPage::copyNames);
  connect(m_actions->findNext, &QAction::triggered, this, inTensors(&TensorsPage::selectNext));
  connect(m_actions->goToValue, &QAction::triggered, this, inTensors(&TensorsPage::goToValue));
  connect(m_actions->outline, &QAction::triggered, this, [this] {
    showPage(Page::Tensors);
    m_tensors->showView(TensorsPage::View::Outline);
  });
  connect(m_actions->list, &QAction::triggered, this, [this] {
    showPage(Page::Tensors);
    m_tensors->showView(TensorsPage::View::List);
  });
  connect(m_actions->inspector, &QAction::triggered, m_tensors, &TensorsPage::setInspectorShown);
  connect(m_tensors, &TensorsPage::clearFilterRequested, m_search, &QLineEdit::clear);
  connect(m_tensors, &TensorsPage::viewChanged, this, [this] {
    const bool isList = m_tensors->view() == TensorsPage::View::List;
    m_actions->outline->setChecked(!isList);
    m_actions->list->setChecked(isList);
    m_actions->inspector->setChecked(m_tensors->isInspectorShown());
  });
  m_actions->outline->setChecked(true);
  m_actions->inspector->setChecked(true);
}

MainWindow::Page MainWindow::page() const {
  return static_cast<Page>(m_pages->currentIndex());
}

void MainWindow::setState(State state) {
  m_state = state;
  const bool open = state == State::Open;
  m_toolbar->setVisible(open);
  m_status->setVisible(open);
  m_states->setCurrentIndex(state == State::Start ? 0 : open ? 2 : 1);
  const bool readable = open && m_opened.checkpoint && m_opened.checkpoint->readable();
  m_actions->setState(open || state == State::Failed, readable);
  m_search->setEnabled(readable);
  m_pageChoice->setSegmentEnabled(int(Page::Tensors), readable);
  if (!open) {
    m_banner->hide();
    m_watch.setCheckpoint(nullptr);
  }
}

void MainWindow::openPath(const QString& path) {
  m_path = path;
  m_banner->hide();
  setWindowFilePath(path);
  // A reload keeps what is shown until the new reading is there.
  if (m_state != State::Open) {
    setWindowTitle(path.section(QLatin1Char('/'), -1));
    m_message->setMessage(tr("Opening…"), display::oneLine(path.toStdString()), false);
    m_message->setButtons({}, {});
    setState(State::Opening);
  }
  m_opening.start(path);
}

void MainWindow::showStart() {
  m_opening.stop();
  m_path.clear();
  m_opened = {};
  setWindowFilePath({});
  setWindowTitle(tr("Assay"));
  setState(State::Start);
  m_start->openButton()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showProgress(const Progress& progress) {
  m_message->setMessage(
      tr("Opening…"),
      tr("Reading headers: %1 of %2 shards")
          .arg(display::count(progress.itemsDone), display::count(progress.itemsTotal)),
      false);
}

void MainWindow::showOpened(const OpenedCheckpoint& opened) {
  if (mayShow && !mayShow(this, opened)) {
    Q_EMIT settled();
    return;
  }
  const bool isReload = m_state == State::Open;
  m_opened = opened;
  m_watch.setCheckpoint(opened.checkpoint);
  m_overview->setOpened(opened);
  m_tensors->setCheckpoint(opened.checkpoint->readable() ? opened.checkpoint : nullptr);
  setWindowTitle(assay::windowTitle(*opened.checkpoint));
  m_status->setLeft(statusText(*opened.checkpoint, *opened.overview));
  m_status->setRight(tr("Opened in %1").arg(display::seconds(opened.seconds)));
  setState(State::Open);
  const bool onOverview = opened.checkpoint->hasErrors() || !opened.checkpoint->readable();
  const Page wanted = isReload ? page() : static_cast<Page>(qBound(0, settings::lastPage(), 1));
  showPage(onOverview ? Page::Overview : wanted);
  m_pages->setFocus(Qt::OtherFocusReason);
  Q_EMIT checkpointShown();
  Q_EMIT settled();
}

void MainWindow::showFailure(const Error& error) {
  if (error.code != ErrorCode::Stopped) {
    const OpenErrorText text = openErrorText(error, m_path);
    m_message->setMessage(text.title, text.text, true);
    m_message->setButtons(tr("Try Again"), text.canReveal ? revealText() : QString());
    m_opened = {};
    setState(State::Failed);
  }
  Q_EMIT settled();
}

void MainWindow::refreshTexts() {
  if (m_state == State::Open) {
    m_overview->setOpened(m_opened);
    m_tensors->setCheckpoint(m_opened.checkpoint->readable() ? m_opened.checkpoint : nullptr);
    m_status->setLeft(statusText(*m_opened.checkpoint, *m_opened.overview));
  }
  m_start->update();
}

void MainWindow::showPage(Page page) {
  if (m_state == State::Open && !m_opened.checkpoint->readable()) {
    page = Page::Overview;
  }
  m_pageChoice->setCurrent(static_cast<int>(page));
  m_pages->setCurrentIndex(static_cast<int>(page));
  for (int i = 0; i < m_actions->pages.size(); ++i) {
    m_actions->pages[i]->setChecked(i == static_cast<int>(page));
  }
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::ActivationChange && isActiveWindow()) {
    m_watch.check();
  }
}

void MainWindow::closeEvent(QCloseEvent* event) {
  settings::setWindowGeometry(saveGeometry());
  QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!droppedPaths(event->mimeData()).isEmpty()) {
    event->acceptProposedAction();
    m_drop->cover();
  }
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
  m_drop->hide();
}

void MainWindow::dropEvent(QDropEvent* event) {
  m_drop->hide();
  const QStringList paths = droppedPaths(event->mimeData());
  if (!paths.isEmpty()) {
    event->acceptProposedAction();
    Q_EMIT pathsRequested(paths);
  }
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (m_drop != nullptr && m_drop->isVisible()) {
    m_drop->cover();
  }
}

} // namespace assay
