// Numbers as the window shows them.

#include "ui/models/display_text.h"
#include "ui/models/hex_text.h"

#include <QLocale>
#include <QTest>
#include <array>
#include <cmath>
#include <limits>

namespace display = assay::display;

class DisplayTextTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void cleanup();
  void sizes_data();
  void sizes();
  void binarySizes();
  void counts();
  void values_data();
  void values();
  void percents_data();
  void percents();
  void times_data();
  void times();
  void shapes();
  void otherLocales();
  void hexLines();
};

void DisplayTextTest::initTestCase() {
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

void DisplayTextTest::cleanup() {
  display::setSizeUnits(display::SizeUnits::Decimal);
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

void DisplayTextTest::sizes_data() {
  QTest::addColumn<quint64>("bytes");
  QTest::addColumn<QString>("text");
  const auto row = [](quint64 bytes, const char* text) {
    QTest::addRow("%s", text) << bytes << QString::fromUtf8(text);
  };
  row(0, "0 bytes");
  row(1, "1 byte");
  row(999, "999 bytes");
  row(1000, "1.00 kB");
  row(1152, "1.15 kB");
  row(9994, "9.99 kB");
  row(9995, "10.0 kB");
  row(30536, "30.5 kB");
  row(999'949, "999.9 kB");
  row(999'950, "1.00 MB");
  row(1'769'472, "1.77 MB");
  row(269'060'552, "269.1 MB");
  row(1'873'450'640, "1.87 GB");
  row(16'060'556'376, "16.06 GB");
  row(412'000'000'000, "412.00 GB");
  row(std::numeric_limits<quint64>::max(), "18,446.74 PB");
}

void DisplayTextTest::sizes() {
  QFETCH(quint64, bytes);
  QTEST(display::size(bytes), "text");
}

void DisplayTextTest::binarySizes() {
  display::setSizeUnits(display::SizeUnits::Binary);
  QCOMPARE(display::size(1023), QStringLiteral("1,023 bytes"));
  QCOMPARE(display::size(1024), QStringLiteral("1.00 KiB"));
  QCOMPARE(display::size(269'060'552), QStringLiteral("256.6 MiB"));
  QCOMPARE(display::size(16'060'556'376), QStringLiteral("14.96 GiB"));
  QCOMPARE(display::speed(3.42e9), QStringLiteral("3.42 GB/s"));
}

void DisplayTextTest::counts() {
  QCOMPARE(display::count(134'515'008), QStringLiteral("134,515,008"));
  QCOMPARE(display::count(std::numeric_limits<quint64>::max()),
           QStringLiteral("18,446,744,073,709,551,615"));
  QCOMPARE(display::abbreviated(999), QStringLiteral("999"));
  QCOMPARE(display::abbreviated(134'515'008), QStringLiteral("134.5 M"));
  QCOMPARE(display::abbreviated(8'030'261'248), QStringLiteral("8.03 B"));
  QCOMPARE(display::abbreviated(999'999), QStringLiteral("1.00 M"));
}

void DisplayTextTest::values_data() {
  QTest::addColumn<double>("value");
  QTest::addColumn<int>("digits");
  QTest::addColumn<QString>("text");
  const auto row = [](double value, int digits, const char* text) {
    QTest::addRow("%s", text) << value << digits << QString::fromUtf8(text);
  };
  row(0.0, 4, "0");
  row(-0.0, 4, "0");
  row(-1.016, 4, "−1.016");
  row(0.05200, 4, "0.05200");
  row(0.08133, 4, "0.08133");
  row(0.0001, 4, "0.0001000");
  row(0.00009999, 4, "9.999 × 10⁻⁵");
  row(2.98e-8, 3, "2.98 × 10⁻⁸");
  row(-3.39e-5, 3, "−3.39 × 10⁻⁵");
  row(9.25, 3, "9.25");
  row(999'999.0, 4, "1.000 × 10⁶");
  row(65504.0, 4, "65,504");
  row(1e300, 4, "1.000 × 10³⁰⁰");
  row(std::numeric_limits<double>::infinity(), 4, "Inf");
  row(-std::numeric_limits<double>::infinity(), 4, "−Inf");
  row(std::nan(""), 4, "NaN");
}

void DisplayTextTest::values() {
  QFETCH(double, value);
  QFETCH(int, digits);
  QTEST(display::value(value, digits), "text");
}

void DisplayTextTest::percents_data() {
  QTest::addColumn<quint64>("count");
  QTest::addColumn<quint64>("total");
  QTest::addColumn<QString>("text");
  const auto row = [](quint64 count, quint64 total, const char* text) {
    QTest::addRow("%s", text) << count << total << QString::fromUtf8(text);
  };
  row(0, 0, "—");
  row(0, 100, "0 %");
  row(1, 1'000'000'000, "< 0.001 %");
  row(775, 884'736, "0.088 %");
  row(881'787, 884'736, "99.67 %");
  row(999'999'999, 1'000'000'000, "> 99.99 %");
  row(7, 7, "100 %");
}

void DisplayTextTest::percents() {
  QFETCH(quint64, count);
  QFETCH(quint64, total);
  QTEST(display::percent(count, total), "text");
}

void DisplayTextTest::times_data() {
  QTest::addColumn<double>("seconds");
  QTest::addColumn<QString>("text");
  const auto row = [](double seconds, const char* text) {
    QTest::addRow("%s", text) << seconds << QString::fromUtf8(text);
  };
  row(0.0006, "0.6 ms");
  row(0.0031, "3.1 ms");
  row(0.64, "640 ms");
  row(1.24, "1.24 s");
  row(59.9, "59.9 s");
  row(125.0, "2 min 5 s");
}

void DisplayTextTest::times() {
  QFETCH(double, seconds);
  QTEST(display::seconds(seconds), "text");
  QCOMPARE(display::aboutSeconds(3.8), QStringLiteral("about 4 s"));
  QCOMPARE(display::aboutSeconds(43), QStringLiteral("about 45 s"));
  QCOMPARE(display::aboutSeconds(118), QStringLiteral("about 2 min"));
}

void DisplayTextTest::shapes() {
  const std::array<std::uint64_t, 2> dims{576, 1536};
  QCOMPARE(display::shape(dims), QStringLiteral("576 × 1,536"));
  QCOMPARE(display::shape({}), QStringLiteral("scalar"));
}

void DisplayTextTest::otherLocales() {
  QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
  QCOMPARE(display::count(134'515'008), QStringLiteral("134.515.008"));
  QCOMPARE(display::size(16'060'556'376), QStringLiteral("16,06 GB"));
  QCOMPARE(display::value(-1.016), QStringLiteral("−1,016"));
}

void DisplayTextTest::hexLines() {
  std::array<std::byte, 18> bytes{};
  bytes[0] = std::byte{'P'};
  bytes[1] = std::byte{'K'};
  bytes[17] = std::byte{0xFF};
  const QStringList lines = assay::hexLines(bytes, 0x20);
  QCOMPARE(lines.size(), 2);
  QCOMPARE(lines[0], QStringLiteral("00000020  50 4B 00 00 00 00 00 00  00 00 00 00 00 00 00 00  "
                                    "PK··············"));
  QVERIFY(lines[1].startsWith(QStringLiteral("00000030  00 FF ")));
  QVERIFY(lines[1].endsWith(QStringLiteral("··")));
}

QTEST_GUILESS_MAIN(DisplayTextTest)
#include "display_text_test.moc"
