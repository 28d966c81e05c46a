// Single widgets: the file map, themes, findings, metadata, the recent list, one instance.

#include "tests/gui/shot_files.h"
#include "tests/gui/window_fixture.h"
#include "ui/models/display_text.h"
#include "ui/models/recent_model.h"
#include "ui/views/file_map_bar.h"
#include "ui/views/linux_palette.h"
#include "ui/views/main_window.h"
#include "ui/views/metadata_view.h"
#include "ui/views/overview_page.h"
#include "ui/views/recent_list.h"
#include "ui/views/settings_dialog.h"
#include "ui/views/single_instance.h"
#include "ui/views/start_page.h"
#include "ui/views/theme.h"
#include "ui/views/theme_system.h"
#include "ui/views/themed_label.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <thread>

using namespace assay;
using assay::test::waitFor;

namespace {

double luminance(const QColor& color) {
  const auto part = [](double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * part(color.redF()) + 0.7152 * part(color.greenF()) + 0.0722 * part(color.blueF());
}

double contrast(const QColor& a, const QColor& b) {
  const double high = std::max(luminance(a), luminance(b));
  const double low = std::min(luminance(a), luminance(b));
  return (high + 0.05) / (low + 0.05);
}

} // namespace

class WidgetsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void init();
  void fileMapHits();
  void fileMapByKeyboard();
  void fileMapSelectsInTensors();
  void contrastOfText_data();
  void contrastOfText();
  void paletteChangeReachesEverything();
  void accessibleNames();
  void longMetadataCollapses();
  void recentListKeys();
  void settingsTakeEffect();
  void secondInstanceHandsOver();
  void nobodyAnswers();

 private:
  std::unique_ptr<MainWindow> window(const char* name);
  assay::test::SettingsInMemory m_settings;
  QTemporaryDir m_folder;
  QList<assay::test::ShotFile> m_files;
  RecentModel m_recent;
};

void WidgetsTest::initTestCase() {
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  applySystemLook(*qobject_cast<QApplication*>(qApp));
  m_files = assay::test::makeShotFiles(m_folder.path());
}

void WidgetsTest::init() {
  m_settings.clear();
  QApplication::setPalette(linuxPalette(false));
}

std::unique_ptr<MainWindow> WidgetsTest::window(const char* name) {
  auto made = std::make_unique<MainWindow>(&m_recent);
  made->resize(1440, 900);
  for (const auto& file : m_files) {
    if (file.name == QLatin1String(name)) {
      made->openPath(file.path);
    }
  }
  made->show();
  return waitFor(made.get(), MainWindow::State::Open) ? std::move(made) : nullptr;
}

void WidgetsTest::fileMapHits() {
  const auto shown = window("truncated");
  QVERIFY(shown);
  FileMapBar* bar = shown->overviewPage()->fileMap();
  const auto& segments = shown->opened().overview->map.segments;
  QVERIFY(segments.size() >= 4);
  double previous = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const QRectF rect = bar->segmentRect(i);
    QVERIFY(rect.width() >= 1);
    QVERIFY(std::abs(rect.left() - previous) <= 1.0);
    previous = rect.right();
    if (rect.width() > 3) {
      QCOMPARE(bar->segmentAt(rect.center()), std::optional(i));
      QVERIFY(bar->segmentText(i).contains(QStringLiteral("bytes")));
    }
  }
  QVERIFY(std::abs(previous - bar->width()) <= 1.0);
  QCOMPARE(bar->segmentAt(QPointF(10, bar->height() - 2)), std::nullopt); // on the scale
  QCOMPARE(bar->segmentAt(QPointF(-1, 5)), std::nullopt);
}

void WidgetsTest::fileMapByKeyboard() {
  const auto shown = window("sound");
  QVERIFY(shown);
  FileMapBar* bar = shown->overviewPage()->fileMap();
  QSignalSpy activated(bar, &FileMapBar::activated);
  const std::size_t count = shown->opened().overview->map.segments.size();
  bar->setFocus();
  QTest::keyClick(bar, Qt::Key_Return); // nothing chosen yet
  QCOMPARE(activated.count(), 0);
  QTest::keyClick(bar, Qt::Key_Right);
  QCOMPARE(bar->current(), std::optional<std::size_t>(0));
  QVERIFY(bar->accessibleDescription().startsWith(QStringLiteral("Header: ")));
  QTest::keyClick(bar, Qt::Key_Left);
  QCOMPARE(bar->current(), std::optional<std::size_t>(0));
  QTest::keyClick(bar, Qt::Key_End);
  QTest::keyClick(bar, Qt::Key_Right);
  QCOMPARE(bar->current(), std::optional(count - 1));
  QTest::keyClick(bar, Qt::Key_Return);
  QCOMPARE(activated.count(), 1);
}

void WidgetsTest::fileMapSelectsInTensors() {
  const auto shown = window("sound");
  QVERIFY(shown);
  shown->showPage(MainWindow::Page::Overview);
  FileMapBar* bar = shown->overviewPage()->fileMap();
  QSignalSpy group(shown->overviewPage(), &OverviewPage::groupActivated);
  const auto& segments = shown->opened().overview->map.segments;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (segments[i].tensors > 1) {
      QTest::mouseClick(bar, Qt::LeftButton, {}, bar->segmentRect(i).center().toPoint());
      break;
    }
  }
  QCOMPARE(group.count(), 1);
  QCOMPARE(shown->page(), MainWindow::Page::Tensors);
}

void WidgetsTest::contrastOfText_data() {
  QTest::addColumn<int>("role");
  QTest::addColumn<bool>("dark");
  for (const bool dark : {false, true}) {
    for (const ThemeRole role :
         {ThemeRole::Text, ThemeRole::Secondary, ThemeRole::Zero, ThemeRole::Accent,
          ThemeRole::Error, ThemeRole::Warning, ThemeRole::Note, ThemeRole::Ok}) {
      QTest::addRow("role %d %s", int(role), dark ? "dark" : "light") << int(role) << dark;
    }
  }
}

void WidgetsTest::contrastOfText() {
  QFETCH(int, role);
  QFETCH(bool, dark);
  const QColor text = tableColor(static_cast<ThemeRole>(role), dark);
  for (const ThemeRole ground : {ThemeRole::Content, ThemeRole::Bars, ThemeRole::Card}) {
    QVERIFY2(contrast(text, tableColor(ground, dark)) >= 4.2,
             qPrintable(QString::number(contrast(text, tableColor(ground, dark)))));
  }
  QVERIFY(contrast(text, tableColor(ThemeRole::Content, dark)) >= 4.5);
}

void WidgetsTest::paletteChangeReachesEverything() {
  const auto shown = window("truncated");
  QVERIFY(shown);
  const auto countDark = [&] {
    // Pixels of the page's background tell the theme that was really painted.
    const QImage image = shown->grab().toImage();
    const QRgb dark = tableColor(ThemeRole::Content, true).rgb();
    int hits = 0;
    for (int y = 0; y < image.height(); y += 7) {
      for (int x = 0; x < image.width(); x += 7) {
        hits += image.pixel(x, y) == dark ? 1 : 0;
      }
    }
    return hits;
  };
  QCOMPARE(countDark(), 0);
  QApplication::setPalette(linuxPalette(true));
  QTRY_VERIFY(countDark() > 5000);
  // No label keeps the old theme's ink.
  for (const auto* label : shown->findChildren<ThemedLabel*>()) {
    const QColor ink = label->palette().color(QPalette::WindowText);
    QVERIFY2(ink.lightness() > 100, qPrintable(label->text()));
  }
  const QImage image = shown->grab().toImage();
  const QRgb white = tableColor(ThemeRole::Bars, false).rgb();
  for (int y = 0; y < image.height(); y += 5) {
    for (int x = 0; x < image.width(); x += 5) {
      QVERIFY2(image.pixel(x, y) != white, qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
    }
  }
}

void WidgetsTest::accessibleNames() {
  for (const char* name : {"sound", "truncated", "html"}) {
    const auto shown = window(name);
    QVERIFY(shown);
    for (const QWidget* widget : shown->overviewPage()->findChildren<QWidget*>()) {
      const bool custom = widget->focusPolicy() & Qt::TabFocus;
      const bool named = !widget->accessibleName().isEmpty() ||
                         qobject_cast<const QLabel*>(widget) != nullptr ||
                         (qobject_cast<const QAbstractButton*>(widget) != nullptr &&
                          !qobject_cast<const QAbstractButton*>(widget)->text().isEmpty());
      QVERIFY2(!custom || !widget->isVisible() || named, widget->metaObject()->className());
    }
  }
}

void WidgetsTest::longMetadataCollapses() {
  const QString path = m_folder.filePath(QStringLiteral("metadata.safetensors"));
  const QByteArray json = "{\"__metadata__\":{\"format\":\"pt\",\"notes\":\"" +
                          QByteArray("line\\n").repeated(40) + "\"}}";
  QByteArray bytes(8, '\0');
  bytes[0] = static_cast<char>(json.size() & 0xFF);
  bytes[1] = static_cast<char>(json.size() >> 8);
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes + json);
  file.close();
  MainWindow shown(&m_recent);
  shown.openPath(path);
  shown.show();
  QVERIFY(waitFor(&shown, MainWindow::State::Open));
  auto* metadata = shown.overviewPage()->findChild<MetadataView*>();
  const auto labels = metadata->findChildren<ThemedLabel*>();
  QCOMPARE(labels.size(), 2);
  QVERIFY(labels[1]->text().endsWith(QStringLiteral("…")));
  QCOMPARE(labels[1]->text().count(QLatin1Char('\n')), 2);
  auto* toggle = metadata->findChild<QAbstractButton*>();
  toggle->click();
  QVERIFY(labels[1]->text().count(QLatin1Char('\n')) >= 39);
  toggle->click();
  QCOMPARE(labels[1]->text().count(QLatin1Char('\n')), 2);
}

void WidgetsTest::recentListKeys() {
  RecentModel recent;
  for (const char* name : {"b", "a"}) {
    RecentEntry entry;
    entry.name = entry.path = QString::fromLatin1(name);
    recent.add(entry);
  }
  StartPage page(&recent);
  page.resize(980, 620);
  page.show();
  QSignalSpy requested(&page, &StartPage::pathRequested);
  RecentList* list = page.recentList();
  list->setFocus();
  QTest::keyClick(list, Qt::Key_Down);
  list->setCurrentIndex(recent.index(1));
  QTest::keyClick(list, Qt::Key_Return);
  QCOMPARE(requested.count(), 1);
  QCOMPARE(requested.first().first().toString(), QStringLiteral("b"));
  QTest::keyClick(list, Qt::Key_Delete);
  QCOMPARE(recent.rowCount(), 1);
  QCOMPARE(recent.entries().front().name, QStringLiteral("a"));
}

void WidgetsTest::settingsTakeEffect() {
  RecentModel recent;
  RecentEntry entry;
  entry.path = QStringLiteral("/x");
  recent.add(entry);
  SettingsDialog dialog(&recent);
  dialog.setAttribute(Qt::WA_DeleteOnClose, false);
  QSignalSpy units(&dialog, &SettingsDialog::sizeUnitsChanged);
  auto* choice = dialog.findChildren<QComboBox*>().first();
  QTest::keyClick(choice, Qt::Key_Down);
  QCOMPARE(units.count(), 1);
  QCOMPARE(display::size(1024), QStringLiteral("1.00 KiB"));
  QTest::keyClick(choice, Qt::Key_Up);
  QCOMPARE(display::size(1024), QStringLiteral("1.02 kB"));
  for (auto* button : dialog.findChildren<QPushButton*>()) {
    if (button->text() == QStringLiteral("Clear Recent")) {
      button->click();
    }
  }
  QCOMPARE(recent.rowCount(), 0);
}

void WidgetsTest::secondInstanceHandsOver() {
  const QString name = QStringLiteral("assay-test-%1").arg(QCoreApplication::applicationPid());
  SingleInstance first(name);
  QVERIFY(first.listen());
  QSignalSpy received(&first, &SingleInstance::received);
  bool taken = false;
  // The other start is another process: here another thread, because handing over waits.
  std::thread second([&] { taken = SingleInstance(name).handOver({QStringLiteral("/a b/ü")}); });
  QTRY_COMPARE(received.count(), 1);
  second.join();
  QVERIFY(taken);
  QCOMPARE(received.first().first().toStringList(), QStringList{QStringLiteral("/a b/ü")});
}

void WidgetsTest::nobodyAnswers() {
  const SingleInstance lonely(
      QStringLiteral("assay-test-nobody-%1").arg(QCoreApplication::applicationPid()));
  QVERIFY(!lonely.handOver({QStringLiteral("/x")}));
}

QTEST_MAIN(WidgetsTest)
#include "widgets_test.moc"
