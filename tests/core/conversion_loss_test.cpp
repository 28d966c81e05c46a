#include "core/stats/census_figures.h"
#include "core/stats/target_grid.h"
#include "core/tensor/element.h"
#include "core/tensor/encode.h"

#include <QTest>
#include <cmath>

using namespace assay;

namespace {

/// Every code of a dtype once.
SparseCensus everyCode(Dtype dtype) {
  SparseCensus census{dtype, {}};
  for (const std::uint16_t code : codeBook(dtype).ordered) {
    census.codes.push_back({code, 1});
  }
  return census;
}

std::vector<Dtype> sources() {
  return {Dtype::F16,     Dtype::BF16,        Dtype::F8_E4M3, Dtype::F8_E5M2, Dtype::F8_E4M3FNUZ,
          Dtype::F6_E2M3, Dtype::F8_E5M2FNUZ, Dtype::F6_E3M2, Dtype::F4};
}

/// The class of a conversion, by the code that it writes.
LossClass classByCode(Dtype target, double value) {
  const double written = decodeFloat(target, encodeFloat(target, value));
  if (!std::isfinite(written)) {
    return LossClass::Overflow;
  }
  if (written == 0) {
    return LossClass::Flushed;
  }
  const bool exact = written == value;
  if (std::fabs(written) < std::ldexp(1.0, dtypeFacts(target).layout.minNormalExponent())) {
    return exact ? LossClass::SubnormalExact : LossClass::SubnormalRounded;
  }
  return exact ? LossClass::NormalExact : LossClass::NormalRounded;
}

} // namespace

class ConversionLossTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void allBf16PatternsToF16() {
    const TensorAnalysis analysis = figuresOf(everyCode(Dtype::BF16));
    const ConversionLoss& loss = *analysis.loss(Dtype::F16);
    QCOMPARE(analysis.statistics.count, std::uint64_t{65536});
    QCOMPARE(analysis.statistics.nan, std::uint64_t{254});
    QCOMPARE(analysis.statistics.inf(), std::uint64_t{2});
    QCOMPARE(analysis.statistics.zero, std::uint64_t{2});
    QCOMPARE(loss.count(LossClass::Flushed), std::uint64_t{26112});
    QCOMPARE(loss.count(LossClass::Overflow), std::uint64_t{28672});
    QCOMPARE(loss.count(LossClass::SubnormalExact), std::uint64_t{1022});
    QCOMPARE(loss.count(LossClass::SubnormalRounded), std::uint64_t{1792});
    QCOMPARE(loss.count(LossClass::NormalExact), std::uint64_t{7680});
    QCOMPARE(loss.count(LossClass::NormalRounded), std::uint64_t{0});
  }

  /// The grid's rounding and the encoder's are two ways to the same codes.
  void classesAgreeWithTheEncoder() {
    for (const Dtype source : sources()) {
      const TensorAnalysis analysis = figuresOf(everyCode(source));
      for (const Dtype target : lossTargets) {
        LossCounts expected{};
        for (const double value : codeBook(source).values) {
          if (std::isfinite(value) && value != 0) {
            ++expected[static_cast<std::size_t>(classByCode(target, value))];
          }
        }
        QCOMPARE(analysis.loss(target)->counts, expected);
      }
    }
  }

  void rowsOfExponentsSumToTheCounts() {
    const TensorAnalysis analysis = figuresOf(everyCode(Dtype::F16));
    const Magnitude& magnitude = analysis.statistics.finite->magnitude;
    for (const Dtype target : lossTargets) {
      const std::vector<LossCounts> rows = analysis.loss(target)->byExponent.rows();
      QCOMPARE(rows.size(), magnitude.counts.size());
      LossCounts sum{};
      for (std::size_t row = 0; row < rows.size(); ++row) {
        std::uint64_t inRow = 0;
        for (std::size_t which = 0; which < lossClassCount; ++which) {
          sum[which] += rows[row][which];
          inRow += rows[row][which];
        }
        QCOMPARE(inRow, magnitude.counts[row]);
      }
      QCOMPARE(sum, analysis.loss(target)->counts);
    }
  }

  /// Ties and bounds of every target, from either side, of values that only float64 has.
  void roundsOnceFromFloat64() {
    for (const Dtype target : lossTargets) {
      const TargetGrid grid(target);
      for (const ElementCode code : {1, 2, 3, 8, 55, 91, 119, 120, 121}) {
        const double low = decodeFloat(target, code);
        const double high = decodeFloat(target, code + 1);
        if (!std::isfinite(low) || !std::isfinite(high)) {
          continue;
        }
        const double tie = (low + high) / 2;
        QCOMPARE(grid.round(tie), code % 2 == 0 ? low : high);
        QCOMPARE(grid.round(std::nextafter(tie, 0)), low);
        QCOMPARE(grid.round(std::nextafter(tie, high)), high);
      }
    }
  }

  void targetEqualToTheDtypeLosesNothing() {
    const TensorAnalysis analysis = figuresOf(everyCode(Dtype::BF16));
    const ConversionLoss& loss = *analysis.loss(Dtype::BF16);
    QVERIFY(loss.lossless(OverflowRule::ToInfOrNan));
    QVERIFY(!loss.sqnrDb(OverflowRule::ToInfOrNan));
    QCOMPARE(loss.plain.maxAbsError, 0.0);
  }
};

QTEST_APPLESS_MAIN(ConversionLossTest)
#include "conversion_loss_test.moc"
