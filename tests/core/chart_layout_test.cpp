#include "core/report/chart_layout.h"
#include "core/report/chart_ticks.h"

#include <QTest>
#include <cmath>
#include <limits>

using namespace assay;

namespace {

LossCounts row(LossClass c, std::uint64_t count) {
  LossCounts counts{};
  counts[static_cast<std::size_t>(c)] = count;
  return counts;
}

std::vector<std::string> labels(const std::vector<ChartTick>& ticks) {
  std::vector<std::string> texts;
  for (const ChartTick& tick : ticks) {
    texts.push_back(tick.label);
  }
  return texts;
}

} // namespace

class ChartLayoutTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void zonesOfEachTarget_data() {
    QTest::addColumn<int>("target");
    QTest::addColumn<double>("flushed");
    QTest::addColumn<double>("normal");
    QTest::addColumn<double>("overflow");
    QTest::addColumn<double>("left");
    QTest::addColumn<double>("right");
    QTest::newRow("F16") << int(Dtype::F16) << -25.0 << -14.0 << std::log2(65520.0) << -33.0
                         << 20.0;
    QTest::newRow("F8_E4M3") << int(Dtype::F8_E4M3) << -10.0 << -6.0 << std::log2(464.0) << -18.0
                             << 13.0;
    QTest::newRow("F8_E5M2") << int(Dtype::F8_E5M2) << -17.0 << -14.0 << std::log2(61440.0) << -25.0
                             << 20.0;
  }
  void zonesOfEachTarget() {
    QFETCH(int, target);
    QFETCH(double, flushed);
    QFETCH(double, normal);
    QFETCH(double, overflow);
    QFETCH(double, left);
    QFETCH(double, right);
    const std::vector<std::uint64_t> counts{5};
    const std::vector<LossCounts> classes{row(LossClass::NormalExact, 5)};
    const ChartLayout chart =
        layoutMagnitudeChart({-3, counts, classes}, static_cast<Dtype>(target));
    QCOMPARE(chart.bands.size(), std::size_t(4));
    QCOMPARE(chart.bands[0].right, flushed);
    QCOMPARE(chart.bands[1].right, normal);
    QCOMPARE(chart.bands[2].right, overflow);
    QCOMPARE(chart.left, left);
    QCOMPARE(chart.right, right);
    QCOMPARE(chart.bands[2].name, std::string("Normal, exact"));
    QCOMPARE(chart.bands[2].count, std::string("5"));
  }

  void mixedBinsAreSplitSideBySide() {
    LossCounts mixed = row(LossClass::SubnormalExact, 10);
    mixed[static_cast<std::size_t>(LossClass::SubnormalRounded)] = 100;
    const std::vector<std::uint64_t> counts{110};
    const std::vector<LossCounts> classes{mixed};
    const ChartLayout chart = layoutMagnitudeChart({-20, counts, classes}, Dtype::F16);
    QCOMPARE(chart.bars.size(), std::size_t(2));
    QCOMPARE(chart.bars[0].left, -20.0);
    QCOMPARE(chart.bars[0].right, -19.5);
    QCOMPARE(chart.bars[0].top, 1.0);
    QCOMPARE(chart.bars[1].top, 2.0);
    QCOMPARE(chart.bars[1].right, -19.0);
    QCOMPARE(chart.bars[1].binCount, std::uint64_t(110));
    QCOMPARE(chart.bands[1].count, std::string("10 exact · 100 rounded"));
    QCOMPARE(chart.bands[1].shortCount, std::string("110"));
  }

  void valuesOutsideTheAxisJoinItsEndBars() {
    std::vector<std::uint64_t> counts(121, 0);
    std::vector<LossCounts> classes(121);
    counts.front() = 3; // 2^-100
    classes.front() = row(LossClass::Flushed, 3);
    counts.back() = 4; // 2^20
    classes.back() = row(LossClass::Overflow, 4);
    const ChartLayout chart = layoutMagnitudeChart({-100, counts, classes}, Dtype::F16);
    QCOMPARE(chart.bars.size(), std::size_t(2));
    QCOMPARE(chart.bars[0].left, -33.0);
    QCOMPARE(chart.bars[0].lowest, 0.0);
    QCOMPARE(chart.bars[0].highest, std::ldexp(1.0, -32));
    QCOMPARE(chart.bars[1].left, 19.0);
    QCOMPARE(chart.bars[1].highest, std::numeric_limits<double>::infinity());
  }

  void brainFloatShowsOccupiedBins() {
    const std::vector<std::uint64_t> counts{1, 2};
    const std::vector<LossCounts> classes{row(LossClass::NormalRounded, 1),
                                          row(LossClass::NormalExact, 2)};
    const ChartLayout chart = layoutMagnitudeChart({-5, counts, classes}, Dtype::BF16);
    QCOMPARE(chart.left, -9.0);
    QCOMPARE(chart.right, 1.0);
    // Flushed, subnormal and overflow lie off the chart: named at its edges.
    QCOMPARE(chart.bands[0].left, chart.bands[0].right);
    QCOMPARE(chart.bands[3].left, chart.right);
    QCOMPARE(chart.bands[2].name, std::string("Normal"));
    QCOMPARE(chart.bars[0].lowest, std::ldexp(1.0, -5));
  }

  void noConversionNoBands() {
    const std::vector<std::uint64_t> counts{1, 0, 7};
    const ChartLayout chart = layoutMagnitudeChart({0, counts, {}}, std::nullopt);
    QVERIFY(chart.bands.empty());
    QCOMPARE(chart.bars.size(), std::size_t(2));
    QVERIFY(!chart.bars[0].lossClass);
    QVERIFY(layoutMagnitudeChart({}, std::nullopt).bars.empty());
    QVERIFY(layoutMagnitudeChart({}, Dtype::F16).bars.empty());
  }

  void aCountOfOneShows() {
    const std::vector<std::uint64_t> counts{1};
    const ChartLayout chart = layoutMagnitudeChart({0, counts, {}}, std::nullopt);
    QVERIFY(chart.bars[0].top > chartBaseline + 0.3);
    QVERIFY(chart.top > chart.bars[0].top);
  }

  void valueChart() {
    const std::vector<std::uint64_t> counts{1, 0, 10, 5};
    const ChartLayout chart = layoutValueChart(-1, 1, counts);
    QCOMPARE(chart.bars.size(), std::size_t(3));
    QCOMPARE(chart.bars[1].left, 0.0);
    QCOMPARE(chart.bars[1].right, 0.5);
    const std::vector<std::string> expected{"-1.00", "-0.75", "-0.50", "-0.25", "0",
                                            "0.25",  "0.50",  "0.75",  "1.00"};
    QVERIFY(labels(chart.xTicks) == expected);
    const std::vector<std::uint64_t> one{9};
    QVERIFY(layoutValueChart(3, 3, one).bars[0].right > 3);
    const double huge = std::numeric_limits<double>::max();
    QVERIFY(std::isfinite(layoutValueChart(-huge, huge, counts).bars[1].left));
  }

  void tickLabels() {
    QCOMPARE(countTickLabel(0), std::string("1"));
    QCOMPARE(countTickLabel(2), std::string("100"));
    QCOMPARE(countTickLabel(4), std::string("10 k"));
    QCOMPARE(countTickLabel(8), std::string("100 M"));
    for (const ChartTick& tick : powerOfTwoTicks(-33, 20, {-25, -14, 16})) {
      QVERIFY(tick.at >= -33 && tick.at <= 20);
    }
    QVERIFY(powerOfTwoTicks(-1074, 1024, {}).size() < 16);
  }
};

QTEST_APPLESS_MAIN(ChartLayoutTest)
#include "chart_layout_test.moc"
