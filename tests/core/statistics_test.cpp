#include "core/base/number_text.h"
#include "core/stats/analysis.h"
#include "core/stats/exact_quantiles.h"
#include "tests/support/checkpoint_set.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTest>
#include <cmath>

using namespace assay;
using namespace assay::test;
using Json = nlohmann::json;

namespace {

/// The vectors of make_statistics_vectors.py.
Json readVectors() {
  QFile file(ASSAY_SOURCE_DIR "/tests/core/data/statistics.json");
  if (!file.open(QFile::ReadOnly)) {
    return {};
  }
  return Json::parse(file.readAll().toStdString());
}

std::string bytesOfHex(const std::string& hex) {
  return QByteArray::fromHex(QByteArray::fromStdString(hex)).toStdString();
}

/// A number as the vectors have it: floats in hexadecimal, integers in decimal.
double floatOf(const Json& text) {
  return std::strtod(text.get<std::string>().c_str(), nullptr);
}

bool equals(const Number& number, const Json& text) {
  const auto written = text.get<std::string>();
  if (const auto* value = std::get_if<std::int64_t>(&number)) {
    return std::to_string(*value) == written;
  }
  if (const auto* value = std::get_if<std::uint64_t>(&number)) {
    return std::to_string(*value) == written;
  }
  return std::get<double>(number) == floatOf(text);
}

bool near(double value, double expected, double scale) {
  return std::fabs(value - expected) <= 1e-12 * std::fabs(scale);
}

std::optional<std::uint64_t> placeOf(const Json& place) {
  return place.is_null() ? std::nullopt : std::optional(place.get<std::uint64_t>());
}

void compareErrors(const ConversionLoss& loss, OverflowRule rule, const Json& expected) {
  const LossErrors& errors = loss.errors(rule);
  QCOMPARE(errors.maxAbsError, floatOf(expected["max"]));
  QVERIFY(errors.maxAbsErrorAt == placeOf(expected["at"]));
  QVERIFY(near(errors.rmse(), floatOf(expected["rmse"]), floatOf(expected["rmse"])));
  QCOMPARE(loss.lossless(rule), expected["lossless"].get<bool>());
  QCOMPARE(loss.sqnrDb(rule).has_value(), !expected["noise_to_signal"].is_null());
  if (loss.sqnrDb(rule)) {
    const double decibels = -20 * std::log10(floatOf(expected["noise_to_signal"]));
    QVERIFY(std::fabs(*loss.sqnrDb(rule) - decibels) <= 1e-10);
  }
}

void compareLoss(const ConversionLoss& loss, const Json& expected) {
  QCOMPARE(loss.counts, expected["counts"].get<LossCounts>());
  QCOMPARE(loss.byExponent.rows(), expected["rows"].get<std::vector<LossCounts>>());
  compareErrors(loss, OverflowRule::ToInfOrNan, expected["plain"]);
  compareErrors(loss, OverflowRule::Saturate, expected["saturated"]);
}

void compareQuantiles(const TensorStatistics& statistics, Dtype dtype, const Json& expected) {
  const double tolerance = dtype == Dtype::F64 ? 1.0 / 16 : 1.0 / 128;
  const double normal = dtype == Dtype::F64 ? 0x1p-1022 : 0x1p-126;
  for (std::size_t i = 0; i < quantileThousandths.size(); ++i) {
    const Number& quantile = statistics.finite->quantiles[i];
    if (statistics.finite->quantilesExact) {
      QVERIFY(equals(quantile, expected[i]));
      continue;
    }
    const double exact = floatOf(expected[i]);
    const double apart = std::fabs(toDouble(quantile) - exact);
    QVERIFY(apart <= tolerance * std::fabs(exact) || std::fabs(exact) < normal);
    QVERIFY(!lessThan(quantile, statistics.finite->min));
    QVERIFY(!lessThan(statistics.finite->max, quantile));
  }
}

void compareFinite(const TensorStatistics& statistics, Dtype dtype, const Json& expected) {
  const FiniteFigures& finite = *statistics.finite;
  QVERIFY(equals(finite.min, expected["min"]));
  QVERIFY(equals(finite.max, expected["max"]));
  QVERIFY(equals(finite.absMax, expected["abs_max"]));
  const double rms = floatOf(expected["rms"]);
  QVERIFY(near(finite.mean, floatOf(expected["mean"]), rms));
  QVERIFY(near(finite.std, floatOf(expected["std"]), rms));
  QVERIFY(near(finite.rms, rms, rms));
  QCOMPARE(finite.absMinNonzero.has_value(), expected.contains("abs_min_nonzero"));
  if (finite.absMinNonzero) {
    QVERIFY(equals(*finite.absMinNonzero, expected["abs_min_nonzero"]));
    QCOMPARE(finite.magnitude.lowestExponent, expected["lowest_exponent"].get<int>());
    QCOMPARE(finite.magnitude.counts, expected["magnitude"].get<std::vector<std::uint64_t>>());
  }
  compareQuantiles(statistics, dtype, expected["quantiles"]);
}

void compare(const TensorAnalysis& analysis, const Json& expected) {
  const TensorStatistics& statistics = analysis.statistics;
  QCOMPARE(statistics.count, expected["count"].get<std::uint64_t>());
  QCOMPARE(statistics.nan, expected["nan"].get<std::uint64_t>());
  QCOMPARE(statistics.posInf, expected["pos_inf"].get<std::uint64_t>());
  QCOMPARE(statistics.negInf, expected["neg_inf"].get<std::uint64_t>());
  QCOMPARE(statistics.zero, expected["zero"].get<std::uint64_t>());
  QVERIFY(statistics.firstNonfinite == placeOf(expected["first_nonfinite"]));
  QCOMPARE(statistics.subnormal.has_value(), expected.contains("subnormal"));
  if (statistics.subnormal) {
    QCOMPARE(*statistics.subnormal, expected["subnormal"].get<std::uint64_t>());
  }
  QCOMPARE(statistics.finite.has_value(), expected.contains("min"));
  if (statistics.finite) {
    compareFinite(statistics, analysis.dtype, expected);
  }
  for (const Dtype target : lossTargets) {
    const ConversionLoss* loss = analysis.loss(target);
    QCOMPARE(loss != nullptr, expected.contains("loss"));
    if (loss != nullptr) {
      compareLoss(*loss, expected["loss"][std::string(dtypeName(target))]);
    }
  }
}

} // namespace

class StatisticsTest : public QObject {
  Q_OBJECT

  Json m_vectors;
  TemporaryFolder m_folder;
  std::shared_ptr<const Checkpoint> m_checkpoint;

  CheckpointAnalysis analyze(const AnalysisOptions& options) const {
    NoProgress quiet;
    auto analysis = analyzeAll(*m_checkpoint, options, {}, quiet);
    return analysis ? std::move(*analysis) : CheckpointAnalysis{};
  }

 private Q_SLOTS:
  void initTestCase() {
    m_vectors = readVectors();
    std::vector<TestTensor> tensors;
    for (const Json& each : m_vectors) {
      const auto dtype = each["dtype"].get<std::string>();
      const auto count =
          each["count"].get<std::uint64_t>() / valuesPerElement(dtypeFromName(dtype));
      tensors.push_back({each["name"], dtype, {count}, bytesOfHex(each["data"])});
    }
    writeFile(m_folder / "vectors.safetensors", makeSafetensors(tensors));
    m_checkpoint = opened(m_folder / "vectors.safetensors");
    QVERIFY(m_vectors.size() > 22 * 4);
    QCOMPARE(m_checkpoint->table().size(), m_vectors.size());
  }

  void everyDtype_data() {
    QTest::addColumn<int>("vector");
    for (std::size_t i = 0; i < m_vectors.size(); ++i) {
      QTest::newRow(m_vectors[i]["name"].get<std::string>().c_str()) << static_cast<int>(i);
    }
  }

  void everyDtype() {
    QFETCH(int, vector);
    const Json& expected = m_vectors[static_cast<std::size_t>(vector)];
    const auto id = m_checkpoint->table().find(expected["name"].get<std::string>());
    QVERIFY(id);
    const TensorInfo info = m_checkpoint->table()[*id];
    NoProgress quiet;
    const auto analysis = analyzeTensor(*m_checkpoint->shard(info.shard).file, info, {}, {}, quiet);
    QVERIFY(analysis);
    compare(*analysis, expected);
  }

  void exactQuantilesOfWideDtypes() {
    AnalysisOptions options;
    options.exactQuantiles = true;
    const CheckpointAnalysis analysis = analyze(options);
    std::size_t compared = 0;
    for (std::size_t row = 0; row < analysis.tensors.size(); ++row) {
      const Json& expected = m_vectors[row];
      QVERIFY(analysis.tensors[row]);
      QCOMPARE(std::string(m_checkpoint->table().at(row).name),
               expected["name"].get<std::string>());
      const TensorStatistics& statistics = analysis.tensors[row]->statistics;
      if (statistics.finite) {
        QVERIFY(statistics.finite->quantilesExact);
        compareQuantiles(statistics, analysis.tensors[row]->dtype, expected["quantiles"]);
        ++compared;
      }
    }
    QVERIFY(compared > 60);
  }

  void totalsAreSumsAndExtremes() {
    const CheckpointAnalysis analysis = analyze({});
    const TensorStatistics& total = analysis.totals.statistics();
    std::uint64_t count = 0;
    std::uint64_t nan = 0;
    LossCounts losses{};
    for (const Json& each : m_vectors) {
      count += each["count"].get<std::uint64_t>();
      nan += each["nan"].get<std::uint64_t>();
      for (std::size_t i = 0; each.contains("loss") && i < lossClassCount; ++i) {
        losses[i] += each["loss"]["F16"]["counts"][i].get<std::uint64_t>();
      }
    }
    QCOMPARE(analysis.totals.coveredTensors(), m_vectors.size());
    QCOMPARE(total.count, count);
    QCOMPARE(total.nan, nan);
    QCOMPARE(analysis.totals.losses()[0]->sum.counts, losses);
    QVERIFY(!total.finite->hasQuantiles); // there are wide dtypes
  }

  void totalsHaveQuantilesOfNarrowDtypes() {
    AnalysisOptions options;
    options.wanted = [](const TensorInfo& info) { return info.name == "I8 small"; };
    const CheckpointAnalysis analysis = analyze(options);
    const TensorStatistics& total = analysis.totals.statistics();
    QVERIFY(total.finite->hasQuantiles);
    const auto row = m_checkpoint->table().find("I8 small")->value;
    QVERIFY(total.finite->quantiles == analysis.tensors[row]->statistics.finite->quantiles);
  }
};

QTEST_APPLESS_MAIN(StatisticsTest)
#include "statistics_test.moc"
