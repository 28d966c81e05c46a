// Windows: opening in every way, wrong files, changes under way, shortcuts, themes.

#include "tests/gui/shot_files.h"
#include "tests/gui/window_fixture.h"
#include "ui/models/tensor_state_model.h"
#include "ui/views/application_controller.h"
#include "ui/views/banner.h"
#include "ui/views/file_map_bar.h"
#include "ui/views/findings_view.h"
#include "ui/views/main_window.h"
#include "ui/views/message_page.h"
#include "ui/views/outline_view.h"
#include "ui/views/overview_page.h"
#include "ui/views/recent_list.h"
#include "ui/views/row_tree_view.h"
#include "ui/views/search_field.h"
#include "ui/views/segmented_control.h"
#include "ui/views/start_page.h"
#include "ui/views/status_line.h"
#include "ui/views/tensor_list_view.h"
#include "ui/views/tensor_state_table.h"
#include "ui/views/tensors_page.h"
#include "ui/views/verdict_card.h"
#include "ui/views/window_actions.h"
#include "ui/views/wrong_file_view.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QClipboard>
#include <QFile>
#include <QFileOpenEvent>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>

using namespace assay;
using assay::test::dropOn;
using assay::test::openWindow;
using assay::test::waitFor;

class WindowTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void init();
  void argumentOpens();
  void startPageComesAlone();
  void fileOpenEventsAreQueued();
  void secondOpenRaises();
  void linkToAnOpenFileRaises();
  void folderAndIndexAreOneWindow();
  void severalOpenOneWindowEach();
  void dropOpens();
  void dropOfTextIsRefused();
  void onlyTheStartPageIsReused();
  void wrongFiles_data();
  void wrongFiles();
  void damagedFile();
  void showBytesOfABadHeader();
  void noPermission();
  void missingFileCanBeTriedAgain();
  void changedFileOffersReload();
  void closeDuringOpen();
  void shortcuts();
  void searchSwitchesToTensors();
  void findNextSteps();
  void minimumSize();
  void segmentedControlByKeyboard();

 private:
  QString file(const char* name) const;
  assay::test::SettingsInMemory m_settings;
  QTemporaryDir m_folder;
  QList<assay::test::ShotFile> m_files;
};

void WindowTest::initTestCase() {
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  m_files = assay::test::makeShotFiles(m_folder.path());
  QVERIFY(!m_files.isEmpty());
}

void WindowTest::init() {
  m_settings.clear();
}

QString WindowTest::file(const char* name) const {
  for (const auto& each : m_files) {
    if (each.name == QLatin1String(name)) {
      return each.path;
    }
  }
  return {};
}

void WindowTest::argumentOpens() {
  ApplicationController controller;
  controller.start({file("sound")});
  MainWindow* window = openWindow(controller);
  QVERIFY(window);
  QCOMPARE(window->windowTitle(), QStringLiteral("sound — model.safetensors"));
  QCOMPARE(window->windowFilePath(), file("sound"));
  QCOMPARE(controller.windows().size(), 1);
  QCOMPARE(window->overviewPage()->kind(), OverviewPage::Kind::Sound);
  QCOMPARE(window->overviewPage()->readingCard()->verdict().title,
           QStringLiteral("All 20 tensors can be read"));
  QVERIFY(window->statusLine()->left().startsWith(QStringLiteral("20 tensors")));
  QVERIFY(window->statusLine()->right().startsWith(QStringLiteral("Opened in ")));
  QCOMPARE(controller.recent()->rowCount(), 1);
  QCOMPARE(controller.recent()->entries().front().name, QStringLiteral("sound"));
}

void WindowTest::startPageComesAlone() {
  ApplicationController controller;
  controller.start({});
  QVERIFY(controller.windows().isEmpty());
  QTRY_COMPARE(controller.windows().size(), 1);
  QCOMPARE(controller.windows().first()->state(), MainWindow::State::Start);
}

void WindowTest::fileOpenEventsAreQueued() {
  ApplicationController controller;
  QFileOpenEvent early(file("sound"));
  QCoreApplication::sendEvent(qApp, &early);
  QVERIFY(controller.windows().isEmpty());
  controller.start({});
  MainWindow* window = openWindow(controller);
  QVERIFY(window);
  QCOMPARE(controller.windows().size(), 1); // no start page beside it
  QFileOpenEvent late(file("truncated"));
  QCoreApplication::sendEvent(qApp, &late);
  QTRY_COMPARE(controller.windows().size(), 2);
}

void WindowTest::secondOpenRaises() {
  ApplicationController controller;
  controller.start({file("sound")});
  MainWindow* window = openWindow(controller);
  QVERIFY(window);
  window->showMinimized();
  controller.receive({file("sound")});
  QCOMPARE(controller.windows().size(), 1);
  QVERIFY(!window->isMinimized());
  QVERIFY(window->isVisible());
}

void WindowTest::linkToAnOpenFileRaises() {
  const QString link = m_folder.filePath(QStringLiteral("link.safetensors"));
  QFile::remove(link);
  QVERIFY(QFile::link(file("sound"), link));
  ApplicationController controller;
  controller.start({file("sound")});
  QVERIFY(openWindow(controller));
  controller.open({link});
  QTRY_COMPARE(controller.windows().size(), 1);
  QCOMPARE(controller.windows().first()->requestedPath(), file("sound"));
}

void WindowTest::folderAndIndexAreOneWindow() {
  const QString folder = m_folder.filePath(QStringLiteral("set"));
  QVERIFY(QDir().mkpath(folder));
  const QString shards[]{QStringLiteral("/m-00001-of-00002.safetensors"),
                         QStringLiteral("/m-00002-of-00002.safetensors")};
  QFile::copy(file("gap"), folder + shards[0]);
  QFile::copy(file("unknown-dtype"), folder + shards[1]);
  QFile index(folder + QStringLiteral("/m.safetensors.index.json"));
  QVERIFY(index.open(QIODevice::WriteOnly));
  index.write("{\"weight_map\":{\"a.weight\":\"m-00001-of-00002.safetensors\","
              "\"b.weight\":\"m-00002-of-00002.safetensors\"}}");
  index.close();
  ApplicationController controller;
  controller.start({folder});
  MainWindow* window = openWindow(controller);
  QVERIFY(window);
  QCOMPARE(window->windowTitle(), QStringLiteral("set — 2 shards"));
  controller.open({index.fileName()});
  QTRY_COMPARE(controller.windows().size(), 1);
  QTest::qWait(50);
  QCOMPARE(controller.windows(), QList<MainWindow*>{window});
}

void WindowTest::severalOpenOneWindowEach() {
  ApplicationController controller;
  controller.start({file("sound"), file("truncated"), file("html")});
  QCOMPARE(controller.windows().size(), 3);
  for (MainWindow* window : controller.windows()) {
    QVERIFY(waitFor(window, MainWindow::State::Open));
  }
}

void WindowTest::dropOpens() {
  ApplicationController controller;
  controller.start({});
  QTRY_COMPARE(controller.windows().size(), 1);
  MainWindow* window = controller.windows().first();
  QVERIFY(dropOn(window, {QUrl::fromLocalFile(file("sound"))}));
  QVERIFY(waitFor(window, MainWindow::State::Open)); // the start page's window is used
  QCOMPARE(controller.windows().size(), 1);
  QVERIFY(!window->searchField()->acceptDrops()); // it would take the path as text
  QVERIFY(dropOn(window, {QUrl::fromLocalFile(file("html")), QUrl::fromLocalFile(file("empty"))}));
  QCOMPARE(controller.windows().size(), 3);
}

void WindowTest::dropOfTextIsRefused() {
  ApplicationController controller;
  controller.start({});
  QTRY_COMPARE(controller.windows().size(), 1);
  QVERIFY(!dropOn(controller.windows().first(), {QUrl(QStringLiteral("https://example.com/x"))}));
  QCOMPARE(controller.windows().first()->state(), MainWindow::State::Start);
}

void WindowTest::onlyTheStartPageIsReused() {
  ApplicationController controller;
  controller.start({file("sound")});
  MainWindow* window = openWindow(controller);
  QVERIFY(window);
  controller.open({file("truncated")}, window);
  QCOMPARE(controller.windows().size(), 2);
  QCOMPARE(window->requestedPath(), file("sound"));
}

void WindowTest::wrongFiles_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("title");
  QTest::addColumn<QString>("text");
  const auto row = [](const char* name, const char* title, const char* text) {
    QTest::newRow(name) << QString::fromLatin1(name) << QString::fromUtf8(title)
                        << QString::fromUtf8(text);
  };
  row("lfs-pointer", "This is a Git LFS pointer, not the model",
      "It stands for a file of 4.98 GB. Run git lfs pull in its folder.");
  row("html", "This is a web page, not a model",
      "A login or error page was saved under this name. It begins: <!DOCTYPE html>");
  row("json-error", "This is an error message, not a model",
      "{\"error\":\"Access to this model is restricted.");
  row("empty", "This file is empty", "It has 0 bytes.");
  row("zip", "Assay cannot read this kind of file",
      "It begins 50 4B 03 04 (ZIP, perhaps a PyTorch checkpoint).");
  row("bad-header", "The header cannot be read", "");
}

void WindowTest::wrongFiles() {
  QFETCH(QString, name);
  QFETCH(QString, title);
  QFETCH(QString, text);
  ApplicationController controller;
  controller.start({file(name.toLatin1().constData())});
  MainWindow* window = openWindow(controller);
  QVERIFY(window);
  OverviewPage* page = window->overviewPage();
  QCOMPARE(page->kind(), OverviewPage::Kind::WrongFile);
  QCOMPARE(page->wrongFile()->reading()->verdict().title, title);
  QVERIFY2(page->wrongFile()->reading()->verdict().text.startsWith(text),
           qPrintable(page->wrongFile()->reading()->verdict().text));
  QVERIFY(!window->searchField()->isEnabled());
  window->showPage(MainWindow::Page::Tensors);
  QCOMPARE(window->page(), MainWindow::Page::Overview);
  QVERIFY(!window->actions()->pages[1]->isEnabled());
}

void WindowTest::damagedFile() {
  ApplicationController controller;
  controller.start({file("truncated")});
  MainWindow* window = openWindow(controller);
  QVERIFY(window);
  OverviewPage* page = window->overviewPage();
  QCOMPARE(page->kind(), OverviewPage::Kind::Damaged);
  QCOMPARE(window->page(), MainWindow::Page::Overview);
  QVERIFY(page->findings()->count() >= 2);
  TensorStateTable* table = page->stateTable();
  QCOMPARE(table->filter()->label(0), QStringLiteral("All 20"));
  QCOMPARE(table->filter()->label(1), QStringLiteral("Complete 11"));
  QCOMPARE(table->filter()->label(2), QStringLiteral("Cut off 1"));
  QCOMPARE(table->filter()->label(3), QStringLiteral("Missing 8"));
  Q_EMIT table->filter()->chosen(3);
  QCOMPARE(table->model()->rowCount(), 8);
  table->view()->setCurrentIndex(table->model()->index(0, 0));
  table->view()->setFocus();
  window->actions()->copy->trigger();
  QCOMPARE(QGuiApplication::clipboard()->text(),
           QStringLiteral("model.layers.1.mlp.gate_proj.weight\t256 × 128\t65536\t0\t494400"));
  // With nothing to copy around the focus, the keys do nothing, and do not go round in circles.
  window->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(window));
  page->fileMap()->setFocus();
  QTest::keyClick(page->fileMap(), Qt::Key_C, Qt::ControlModifier);
}

void WindowTest::showBytesOfABadHeader() {
  ApplicationController controller;
  controller.start({file("bad-header")});
  MainWindow* window = openWindow(controller);
  QVERIFY(window);
  auto* button = window->overviewPage()->wrongFile()->findChild<QPushButton*>();
  QVERIFY(button && button->isVisible());
  QCOMPARE(button->text(), QStringLiteral("Show Bytes"));
  button->click();
  auto* bytes = window->overviewPage()->wrongFile()->findChild<QPlainTextEdit*>();
  QTRY_VERIFY(bytes->isVisible());
  QVERIFY(bytes->toPlainText().contains(QStringLiteral("\",,")) ||
          bytes->toPlainText().contains(QStringLiteral(",,")));
  QCOMPARE(bytes->extraSelections().size(), 1);
}

void WindowTest::noPermission() {
  if (::geteuid() == 0) {
    QSKIP("the superuser may read every file");
  }
  const QString path = m_folder.filePath(QStringLiteral("secret.safetensors"));
  QVERIFY(QFile::copy(file("sound"), path));
  QVERIFY(::chmod(path.toLocal8Bit().constData(), 0) == 0);
  ApplicationController controller;
  controller.start({path});
  QTRY_COMPARE(controller.windows().size(), 1);
  MainWindow* window = controller.windows().first();
  QVERIFY(waitFor(window, MainWindow::State::Failed));
  QCOMPARE(window->messagePage()->title(), QStringLiteral("Assay may not read this file"));
  QVERIFY(window->messagePage()->text().startsWith(QStringLiteral("Check its permissions.")));
}

void WindowTest::missingFileCanBeTriedAgain() {
  const QString path = m_folder.filePath(QStringLiteral("later.safetensors"));
  QFile::remove(path);
  ApplicationController controller;
  controller.start({path});
  MainWindow* window = controller.windows().first();
  QVERIFY(waitFor(window, MainWindow::State::Failed));
  QVERIFY(QFile::copy(file("sound"), path));
  window->messagePage()->primaryButton()->click();
  QVERIFY(waitFor(window, MainWindow::State::Open));
}

void WindowTest::changedFileOffersReload() {
  const QString path = m_folder.filePath(QStringLiteral("changing.safetensors"));
  QFile::remove(path);
  QVERIFY(QFile::copy(file("truncated"), path));
  ApplicationController controller;
  controller.start({path});
  MainWindow* window = openWindow(controller);
  QVERIFY(window);
  QCOMPARE(window->overviewPage()->kind(), OverviewPage::Kind::Damaged);
  QVERIFY(!window->banner()->isVisible());
  // Replaced as a download tool does it: a new file under the old name.
  QFile::remove(path);
  QVERIFY(QFile::copy(file("sound"), path));
  QTRY_VERIFY(window->banner()->isVisible());
  QCOMPARE(window->banner()->text(), QStringLiteral("The file changed on disk"));
  QCOMPARE(window->banner()->button()->text(), QStringLiteral("Reload"));
  window->banner()->button()->click();
  QTRY_COMPARE(window->overviewPage()->kind(), OverviewPage::Kind::Sound);
  QVERIFY(!window->banner()->isVisible());
}

void WindowTest::closeDuringOpen() {
  // A FIFO without a writer would hold whoever opens and reads it as if it were a file.
  const QString path = m_folder.filePath(QStringLiteral("hangs"));
  QVERIFY(::mkfifo(path.toLocal8Bit().constData(), 0600) == 0 || errno == EEXIST);
  QElapsedTimer timer;
  timer.start();
  {
    ApplicationController controller;
    controller.start({path, file("sound")});
    QPointer<MainWindow> window = controller.windows().first();
    window->show();
    window->close();
    QTRY_VERIFY(window.isNull());
    QVERIFY(openWindow(controller));
  }
  QVERIFY(timer.elapsed() < 5000);
}

void WindowTest::shortcuts() {
  ApplicationController controller;
  controller.start({file("sound")});
  MainWindow* window = openWindow(controller);
  QVERIFY(window);
  window->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(window));
  QTest::keyClick(window, Qt::Key_2, Qt::ControlModifier);
  QCOMPARE(window->page(), MainWindow::Page::Tensors);
  QVERIFY(window->actions()->pages[1]->isChecked());
  QTest::keyClick(window, Qt::Key_1, Qt::ControlModifier);
  QCOMPARE(window->page(), MainWindow::Page::Overview);
  QTest::keyClick(window, Qt::Key_F, Qt::ControlModifier);
  QVERIFY(window->searchField()->hasFocus());
  window->disconnect(SIGNAL(settingsRequested())); // no modal dialog here
  QSignalSpy dialog(window, &MainWindow::settingsRequested);
  QTest::keyClick(window, Qt::Key_Comma, Qt::ControlModifier);
  QCOMPARE(dialog.count(), 1);
  for (const QAction* action : window->actions()->findChildren<QAction*>()) {
    const bool placed = action == window->actions()->about ||
                        action == window->actions()->settings || action == window->actions()->quit;
    QVERIFY2((action->menuRole() == QAction::NoRole) != placed, qPrintable(action->text()));
  }
  const QPointer<MainWindow> guard = window;
  QTest::keyClick(window, Qt::Key_W, Qt::ControlModifier);
  QTRY_VERIFY(guard.isNull());
}

void WindowTest::searchSwitchesToTensors() {
  ApplicationController controller;
  controller.start({file("sound")});
  MainWindow* window = openWindow(controller);
  QVERIFY(window);
  window->showPage(MainWindow::Page::Overview);
  QTest::keyClicks(window->searchField(), QStringLiteral("q_proj"));
  QCOMPARE(window->page(), MainWindow::Page::Tensors);
  QTest::keyClick(window->searchField(), Qt::Key_Escape);
  QVERIFY(window->searchField()->text().isEmpty());
}

void WindowTest::findNextSteps() {
  ApplicationController controller;
  controller.start({file("sound")});
  MainWindow* window = openWindow(controller);
  QVERIFY(window);
  TensorsPage* tensors = window->tensorsPage();
  QTRY_VERIFY(!tensors->isWorking());
  for (const auto view : {TensorsPage::View::List, TensorsPage::View::Outline}) {
    tensors->showView(view);
    window->searchField()->setText(QStringLiteral("q_proj"));
    QTRY_VERIFY(!tensors->isWorking());
    QAbstractItemView* rows = tensors->outline();
    if (view == TensorsPage::View::List) {
      rows = tensors->list();
    }
    QSet<QString> seen;
    for (int i = 0; i < 4; ++i) {
      window->actions()->findNext->trigger();
      seen << rows->currentIndex().siblingAtColumn(0).data().toString() +
                  rows->currentIndex().parent().parent().data().toString();
    }
    QVERIFY2(!seen.isEmpty() && seen.size() <= 2, qPrintable(QString::number(seen.size())));
    window->searchField()->clear();
    QTRY_VERIFY(!tensors->isWorking());
  }
}

void WindowTest::minimumSize() {
  RecentModel recent;
  MainWindow window(&recent);
  window.resize(100, 100);
  QCOMPARE(window.size(), QSize(980, 620));
  window.openPath(file("truncated"));
  window.show();
  QVERIFY(waitFor(&window, MainWindow::State::Open));
  window.resize(980, 620);
  QCOMPARE(window.size(), QSize(980, 620)); // no page needs more
}

void WindowTest::segmentedControlByKeyboard() {
  SegmentedControl control({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
  QSignalSpy chosen(&control, &SegmentedControl::chosen);
  control.show();
  control.setSegmentEnabled(1, false);
  const auto segments = control.findChildren<QAbstractButton*>();
  QTest::keyClick(segments[0], Qt::Key_Right);
  QCOMPARE(control.current(), 2); // what cannot be chosen is passed over
  QTest::keyClick(segments[2], Qt::Key_Right);
  QCOMPARE(control.current(), 2);
  QTest::keyClick(segments[2], Qt::Key_Left);
  QCOMPARE(control.current(), 0);
  QCOMPARE(chosen.count(), 2);
  control.setCurrent(2);
  QCOMPARE(chosen.count(), 2);
}

QTEST_MAIN(WindowTest)
#include "window_test.moc"
