#include "ui/views/application_controller.h"

#include "ui/jobs/path_check.h"
#include "ui/views/about.h"
#include "ui/views/app_settings.h"
#include "ui/views/main_window.h"
#include "ui/views/sample_file.h"
#include "ui/views/settings_dialog.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFileOpenEvent>
#include <QTimer>

namespace assay {

namespace {

// Long enough for a local file, so that a window never comes up just to say "Opening…".
constexpr int showAfterMs = 120;
constexpr int cascade = 24;

void bringToFront(MainWindow* window) {
  window->setWindowState(window->windowState() & ~Qt::WindowMinimized);
  window->show();
  window->raise();
  window->activateWindow();
}

/// Without a look at the disk, which may hang.
QString absolutePath(const QString& path) {
  return QDir::cleanPath(QDir::current().absoluteFilePath(path));
}

} // namespace

ApplicationController::ApplicationController(QObject* parent) : QObject(parent) {
  settings::apply();
  m_recent.setEntries(settings::recentEntries());
  connect(&m_recent, &RecentModel::entriesChanged, this,
          [this] { settings::setRecentEntries(m_recent.entries()); });
  qApp->installEventFilter(this);
}

ApplicationController::~ApplicationController() {
  for (const auto& window : m_windows) {
    delete window;
  }
}

void ApplicationController::start(const QStringList& arguments) {
  m_started = true;
  open(m_queued + arguments);
  m_queued.clear();
  QTimer::singleShot(0, this, [this] {
    if (windows().isEmpty()) {
      showStart();
    }
  });
}

bool ApplicationController::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FileOpen) {
    const QString path = static_cast<QFileOpenEvent*>(event)->file();
    if (!path.isEmpty()) {
      m_started ? open({path}) : m_queued.append(path);
    }
    return true;
  }
  return QObject::eventFilter(watched, event);
}

QList<MainWindow*> ApplicationController::windows() const {
  QList<MainWindow*> list;
  for (const auto& window : m_windows) {
    if (window) {
      list << window;
    }
  }
  return list;
}

MainWindow* ApplicationController::makeWindow() {
  auto* window = new MainWindow(&m_recent);
  window->setAttribute(Qt::WA_DeleteOnClose);
  window->mayShow = [this](MainWindow* w, const OpenedCheckpoint& opened) {
    return mayShow(w, opened);
  };
  connect(window, &MainWindow::openDialogRequested, this,
          [this, window] { showOpenDialog(window, false); });
  connect(window, &MainWindow::openFolderRequested, this,
          [this, window] { showOpenDialog(window, true); });
  connect(window, &MainWindow::sampleRequested, this, [this, window] { openSample(window); });
  connect(window, &MainWindow::pathsRequested, this,
          [this, window](const QStringList& paths) { open(paths, window); });
  connect(window, &MainWindow::settingsRequested, this, [this, window] { showSettings(window); });
  connect(window, &MainWindow::aboutRequested, this, [this, window] { showAbout(window); });
  connect(window, &MainWindow::shortcutsRequested, this, [this, window] { showShortcuts(window); });
  connect(window, &MainWindow::checkpointShown, this, [this, window] { remember(window); });
  m_windows.removeAll(nullptr);
  if (!m_windows.isEmpty()) {
    // Not exactly over the last one: it would seem to have gone.
    window->move(m_windows.last()->pos() + QPoint(cascade, cascade));
  }
  m_windows << window;
  return window;
}

MainWindow* ApplicationController::startWindow() const {
  for (MainWindow* window : windows()) {
    if (window->state() == MainWindow::State::Start) {
      return window;
    }
  }
  return nullptr;
}

MainWindow* ApplicationController::showStart() {
  MainWindow* window = startWindow();
  if (window == nullptr) {
    window = makeWindow();
    window->showStart();
  }
  checkRecent();
  bringToFront(window);
  return window;
}

MainWindow* ApplicationController::windowFor(const QString& path) const {
  for (MainWindow* window : windows()) {
    if (window->state() != MainWindow::State::Start &&
        (window->requestedPath() == path || window->canonicalPath() == path)) {
      return window;
    }
  }
  return nullptr;
}

void ApplicationController::open(const QStringList& paths, MainWindow* from) {
  for (const QString& path : paths) {
    openOne(absolutePath(path), from);
  }
}

void ApplicationController::openOne(const QString& path, MainWindow* from) {
  if (MainWindow* there = windowFor(path)) {
    bringToFront(there);
    return;
  }
  const bool reuse = from != nullptr && from->state() == MainWindow::State::Start;
  MainWindow* window = reuse ? from : startWindow();
  if (window == nullptr) {
    window = makeWindow();
  }
  window->openPath(path);
  if (!window->isVisible()) {
    // By way of this object, so that a window that is given up is not shown after all.
    connect(window, &MainWindow::settled, this, [window] { window->show(); });
    QTimer::singleShot(showAfterMs, window, [window] { window->show(); });
  }
}

bool ApplicationController::mayShow(MainWindow* window, const OpenedCheckpoint& opened) {
  for (MainWindow* other : windows()) {
    if (other != window && !opened.canonicalPath.isEmpty() &&
        other->state() == MainWindow::State::Open &&
        other->canonicalPath() == opened.canonicalPath) {
      // Another name of a file that a window shows: a link, or a shorter path.
      bringToFront(other);
      window->disconnect(this);
      window->close();
      window->deleteLater();
      return false;
    }
  }
  return true;
}

void ApplicationController::remember(MainWindow* window) {
  m_recent.add(recentEntry(*window->opened().checkpoint, window->requestedPath()));
}

void ApplicationController::checkRecent() {
  QStringList paths;
  for (const RecentEntry& entry : m_recent.entries()) {
    paths << entry.path;
  }
  checkPaths(this, paths,
             [this](const QString& path, bool exists) { m_recent.setMissing(path, !exists); });
}

void ApplicationController::receive(const QStringList& paths) {
  if (!paths.isEmpty()) {
    open(paths);
    return;
  }
  const QList<MainWindow*> all = windows();
  all.isEmpty() ? void(showStart()) : bringToFront(all.last());
}

void ApplicationController::openSample(MainWindow* from) {
  prepareSampleFile(this, [this, window = QPointer<MainWindow>(from)](const QString& path) {
    if (!path.isEmpty()) {
      open({path}, window);
    }
  });
}

void ApplicationController::showOpenDialog(MainWindow* from, bool folder) {
  auto* dialog = new QFileDialog(from);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(folder ? tr("Open Folder") : tr("Open"));
  dialog->resize(900, 560);
  dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFiles);
  if (!folder) {
    // Files of a download cache have no extension, so that all files come second.
    dialog->setNameFilters({tr("Checkpoints (*.safetensors *.index.json)"), tr("All files (*)")});
  }
  connect(dialog, &QFileDialog::filesSelected, this,
          [this, window = QPointer<MainWindow>(from)](const QStringList& paths) {
            open(paths, window);
          });
  dialog->open();
}

void ApplicationController::showSettings(QWidget* parent) {
  auto* dialog = new SettingsDialog(&m_recent, parent);
  connect(dialog, &SettingsDialog::sizeUnitsChanged, this, [this] {
    for (MainWindow* window : windows()) {
      window->refreshTexts();
    }
  });
  dialog->setWindowModality(Qt::ApplicationModal);
  dialog->show();
}

void ApplicationController::showAbout(QWidget* parent) {
  showAboutDialog(parent);
}

void ApplicationController::showShortcuts(QWidget* parent) {
  showShortcutsDialog(parent);
}

} // namespace assay
