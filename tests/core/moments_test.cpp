#include "core/stats/moments.h"
#include "core/stats/number.h"

#include <QTest>
#include <cmath>
#include <vector>

using namespace assay;

class MomentsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void smallSpreadFarFromZero() {
    std::vector<double> values;
    for (int i = 0; i < 1000; ++i) {
      values.push_back(1e9 + i % 2);
    }
    const Moments moments = momentsOfBlock(values, 1e9 + 1);
    QCOMPARE(moments.mean(), 1e9 + 0.5);
    QCOMPARE(moments.deviation(), 0.5);
  }

  void squaresThatWouldOverflowOrUnderflow() {
    for (const double unit : {1e300, 1e-310, 1.0}) {
      const std::vector<double> values{3 * unit, -4 * unit, 3 * unit, -4 * unit};
      const Moments moments = momentsOfBlock(values, 4 * unit);
      QVERIFY(std::fabs(moments.rms() / (std::sqrt(12.5) * unit) - 1) < 1e-12);
      QVERIFY(std::fabs(moments.mean() / (-0.5 * unit) - 1) < 1e-12);
      QVERIFY(std::fabs(moments.deviation() / (3.5 * unit) - 1) < 1e-12);
    }
  }

  void mergingIsLikeOneBlock() {
    std::vector<double> values;
    for (int i = 0; i < 3000; ++i) {
      values.push_back(std::sin(i) + 5);
    }
    const Moments whole = momentsOfBlock(values, 6);
    Moments merged;
    for (std::size_t at = 0; at < values.size(); at += 700) {
      const std::size_t count = std::min<std::size_t>(700, values.size() - at);
      merged.merge(momentsOfBlock(std::span(values).subspan(at, count), 6));
    }
    QCOMPARE(merged.count, whole.count);
    QVERIFY(std::fabs(merged.mean() - whole.mean()) < 1e-13);
    QVERIFY(std::fabs(merged.deviation() - whole.deviation()) < 1e-13);
  }

  void mergingDifferentScales() {
    Moments merged = momentsOfBlock(std::vector<double>{1e300, 1e300}, 1e300);
    merged.merge(momentsOfBlock(std::vector<double>{1, 1}, 1));
    QVERIFY(std::fabs(merged.mean() / 5e299 - 1) < 1e-12);
    QVERIFY(std::fabs(merged.deviation() / 5e299 - 1) < 1e-12);
  }

  void numbersCompareExactly() {
    const Number large = std::uint64_t{9007199254740993}; // 2^53 + 1
    QVERIFY(lessThan(9007199254740992.0, large));
    QVERIFY(!lessThan(large, 9007199254740992.0));
    QVERIFY(lessThan(large, 9007199254740994.0));
    QVERIFY(lessThan(std::int64_t{-1}, std::uint64_t{0}));
    QVERIFY(lessThan(-0.5, std::int64_t{0}));
    QVERIFY(lessThan(std::int64_t{-1}, -0.5));
    QVERIFY(lessThan(std::uint64_t{UINT64_MAX}, 18446744073709551616.0));
    QVERIFY(lessThan(-9223372036854777856.0, std::int64_t{INT64_MIN}));
    QVERIFY(!lessThan(-9223372036854775808.0, std::int64_t{INT64_MIN}));
    QVERIFY(absolute(std::int64_t{INT64_MIN}) == Number(std::uint64_t{1} << 63U));
    QVERIFY(absolute(std::int64_t{-5}) == Number(std::int64_t{5}));
  }
};

QTEST_APPLESS_MAIN(MomentsTest)
#include "moments_test.moc"
