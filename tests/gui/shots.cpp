// Writes a picture of every page and state of the window, light and dark: `assay_shots FOLDER
// [PATH...]`. Given paths, it takes pictures of these too.
#include "tests/gui/shot_files.h"
#include "ui/models/recent_model.h"
#include "ui/views/about.h"
#include "ui/views/banner.h"
#include "ui/views/drop_overlay.h"
#include "ui/views/linux_palette.h"
#include "ui/views/main_window.h"
#include "ui/views/settings_dialog.h"
#include "ui/views/tensors_page.h"
#include "ui/views/theme_system.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QEventLoop>
#include <QFontDatabase>
#include <QLocale>
#include <QMenuBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <cstdio>

using assay::MainWindow;
using assay::RecentEntry;

namespace {

constexpr int settleMs = 150;
constexpr int mostMs = 20'000;

void waitMs(int milliseconds) {
  QEventLoop loop;
  QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
  loop.exec();
}

void save(QWidget* widget, const QString& path) {
  waitMs(settleMs);
  if (widget->grab().save(path)) {
    std::printf("%s\n", qPrintable(path));
  }
}

std::vector<RecentEntry> exampleEntries() {
  const QString home = QDir::homePath();
  std::vector<RecentEntry> entries;
  const auto add = [&](const char* name, const QString& path, bool folder, std::uint64_t bytes,
                       std::uint64_t parameters, std::uint64_t shards) -> RecentEntry& {
    RecentEntry entry;
    entry.name = QString::fromLatin1(name);
    entry.path = path;
    entry.isFolder = folder;
    entry.bytes = bytes;
    entry.parameters = parameters;
    entry.shards = shards;
    entries.push_back(entry);
    return entries.back();
  };
  add("SmolLM2-135M", home + QStringLiteral("/Models/SmolLM2-135M/model.safetensors"), false,
      269060552, 134515008, 1);
  add("Llama-3.1-8B", home + QStringLiteral("/Models/Llama-3.1-8B"), true, 16060556376, 8030261248,
      4);
  RecentEntry& cut =
      add("Qwen2.5-1.5B-Instruct",
          home + QStringLiteral("/Downloads/Qwen2.5-1.5B-Instruct/model.safetensors"), false,
          1873450640, 1543714304, 1);
  cut.severity = 0;
  cut.worst = QStringLiteral("incomplete");
  add("style-lora-r16", QStringLiteral("/Volumes/Work/loras/style/style-lora-r16.safetensors"),
      false, 151100000, 37800000, 1);
  RecentEntry& shard = add("gpt-oss-20b", QStringLiteral("/Volumes/Work/gpt-oss-20b"), true,
                           13760000000, 20900000000, 3);
  shard.severity = 1;
  shard.worst = QStringLiteral("1 shard missing");
  add("sd_xl_base_1.0", home + QStringLiteral("/Models/sdxl/sd_xl_base_1.0.safetensors"), false,
      6940000000, 3470000000, 1)
      .missing = true;
  return entries;
}

/// Waits until a window has opened its path, or failed to.
void waitUntilSettled(MainWindow& window) {
  if (window.state() != MainWindow::State::Opening) {
    return;
  }
  QEventLoop loop;
  QObject::connect(&window, &MainWindow::settled, &loop, &QEventLoop::quit);
  QTimer::singleShot(mostMs, &loop, &QEventLoop::quit);
  loop.exec();
}

/// The outline with a tensor in the inspector, and the list.
void shootTensors(MainWindow& window, const assay::test::ShotFile& file, const QString& folder) {
  window.showPage(MainWindow::Page::Tensors);
  assay::TensorsPage* page = window.tensorsPage();
  const assay::TensorTable& table = window.opened().checkpoint->table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    const assay::TensorInfo info = table.at(i);
    if (info.shape.size() >= 2 && info.name.find("mlp.down_proj") != std::string_view::npos) {
      page->selectTensor(info.id);
      break;
    }
  }
  save(&window, QStringLiteral("%1/tensors-%2.png").arg(folder, file.name));
  page->showView(assay::TensorsPage::View::List);
  save(&window, QStringLiteral("%1/list-%2.png").arg(folder, file.name));
  page->setFilterText(QStringLiteral("q_porj"));
  save(&window, QStringLiteral("%1/no-match-%2.png").arg(folder, file.name));
}

/// Opens a path in a window of the pictures' size, on its Overview.
void showOverview(MainWindow& window, const QString& path) {
  window.resize(1440, 900);
  window.openPath(path);
  window.show();
  waitUntilSettled(window);
  window.showPage(MainWindow::Page::Overview);
}

void shootFile(assay::RecentModel& recent, const assay::test::ShotFile& file,
               const QString& folder) {
  MainWindow window(&recent);
  showOverview(window, file.path);
  save(&window, QStringLiteral("%1/overview-%2.png").arg(folder, file.name));
  if (file.name == QStringLiteral("truncated") || file.name == QStringLiteral("sound")) {
    window.resize(980, 620);
    save(&window, QStringLiteral("%1/overview-%2-small.png").arg(folder, file.name));
    window.resize(1440, 900);
  }
  if (window.state() == MainWindow::State::Open && window.opened().checkpoint->readable()) {
    shootTensors(window, file, folder);
  }
}

/// The dialog that is open, which goes afterwards.
void shootDialog(const QString& path) {
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    if (auto* dialog = qobject_cast<QDialog*>(widget); dialog != nullptr && dialog->isVisible()) {
      save(dialog, path);
      dialog->close();
    }
  }
}

/// What passes over a window: a hovering file, a file that changed, dialogs.
void shootPassing(assay::RecentModel& recent, const assay::test::ShotFile& file,
                  const QString& folder) {
  MainWindow window(&recent);
  showOverview(window, file.path);
  window.findChild<assay::DropOverlay*>()->cover();
  save(&window, folder + QStringLiteral("/drop-hover.png"));
  window.findChild<assay::DropOverlay*>()->hide();
  window.banner()->showMessage(MainWindow::tr("The file changed on disk"),
                               MainWindow::tr("Reload"));
  save(&window, folder + QStringLiteral("/changed-on-disk.png"));
  assay::showAboutDialog(&window);
  shootDialog(folder + QStringLiteral("/about.png"));
  assay::showShortcutsDialog(&window);
  shootDialog(folder + QStringLiteral("/shortcuts.png"));
}

void shootTheme(const QString& folder, const QList<assay::test::ShotFile>& files) {
  QDir().mkpath(folder);
  assay::RecentModel recent;
  recent.setEntries(exampleEntries());
  {
    MainWindow start(&recent);
    start.resize(1440, 900);
    start.showStart();
    start.show();
    save(&start, folder + QStringLiteral("/start.png"));
    start.resize(980, 620);
    save(&start, folder + QStringLiteral("/start-small.png"));
  }
  auto* settings = new assay::SettingsDialog(&recent);
  settings->show();
  save(settings, folder + QStringLiteral("/settings.png"));
  settings->close();
  shootPassing(recent, files.first(), folder);
  for (const assay::test::ShotFile& file : files) {
    shootFile(recent, file, folder);
  }
}

} // namespace

int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
  }
  QStandardPaths::setTestModeEnabled(true);
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("assay_shots"));
  QApplication::setOrganizationName(QStringLiteral("Assay"));
  QApplication::setApplicationVersion(QStringLiteral(ASSAY_VERSION));
  const QStringList arguments = QApplication::arguments();
  if (arguments.size() < 2) {
    std::fprintf(stderr, "usage: assay_shots FOLDER [PATH...]\n");
    return 2;
  }
  const QTemporaryDir settingsFolder;
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settingsFolder.path());
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  assay::applySystemLook(application);

  const QTemporaryDir work;
  QList<assay::test::ShotFile> files = assay::test::makeShotFiles(work.path());
  for (const QString& path : arguments.mid(2)) {
    files.append({QFileInfo(path).baseName(), path});
  }
  for (const bool dark : {false, true}) {
    QApplication::setPalette(assay::linuxPalette(dark));
    shootTheme(arguments[1] + (dark ? QStringLiteral("/dark") : QStringLiteral("/light")), files);
  }
  return 0;
}
