#include "core/stats/analysis.h"
#include "core/stats/census_figures.h"
#include "core/stats/histogram.h"
#include "core/tensor/element.h"
#include "tests/support/checkpoint_set.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <random>

using namespace assay;
using namespace assay::test;

namespace {

template<typename T>
std::string bytesOf(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// `count` normal values in F32, the same for the same seed.
std::vector<float> normalValues(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, 0.1F);
  std::vector<float> values(count);
  for (float& value : values) {
    value = normal(random);
  }
  return values;
}

/// The upper halves: BF16, rounded down.
std::vector<std::uint16_t> upperHalves(const std::vector<float>& values) {
  std::vector<std::uint16_t> halves;
  for (const float value : values) {
    halves.push_back(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16U));
  }
  return halves;
}

CheckpointAnalysis analyze(const Checkpoint& checkpoint, const AnalysisOptions& options) {
  NoProgress quiet;
  auto analysis = analyzeAll(checkpoint, options, {}, quiet);
  return analysis ? std::move(*analysis) : CheckpointAnalysis{};
}

/// Compares every bit of the sums that depend on an order.
bool sameBits(const TensorAnalysis& a, const TensorAnalysis& b) {
  const auto same = [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  };
  bool equal = same(a.statistics.finite->mean, b.statistics.finite->mean) &&
               same(a.statistics.finite->std, b.statistics.finite->std) &&
               a.statistics.firstNonfinite == b.statistics.firstNonfinite;
  for (std::size_t i = 0; i < lossTargetCount; ++i) {
    const ConversionLoss& left = *a.losses[i];
    const ConversionLoss& right = *b.losses[i];
    equal = equal && left.counts == right.counts && same(left.plain.rmse(), right.plain.rmse()) &&
            left.plain.maxAbsErrorAt == right.plain.maxAbsErrorAt &&
            left.saturated.maxAbsErrorAt == right.saturated.maxAbsErrorAt;
  }
  return equal;
}

class StopLater final : public ProgressSink {
 public:
  explicit StopLater(StopSource source) : m_source(std::move(source)) {}
  void report(const Progress&) override { m_source.requestStop(); }

 private:
  StopSource m_source;
};

} // namespace

class AnalysisTest : public QObject {
  Q_OBJECT

  TemporaryFolder m_folder;
  std::shared_ptr<const Checkpoint> m_large; ///< several parts a tensor, and a small one

 private Q_SLOTS:
  void initTestCase() {
    std::vector<float> values = normalValues(std::size_t{9} << 20U, 3); // 36 MiB
    values[8'500'000] = 70000;
    values[9'000'001] = -70000;
    values[5'000'003] = std::nanf("");
    values[9'000'007] = INFINITY;
    std::vector<std::uint16_t> halves = upperHalves(values);
    halves.insert(halves.end(), halves.begin(), halves.end());
    halves[2 * values.size() - 1] = 0x4900; // in the last part alone
    const std::vector<TestTensor> tensors{{"wide", "F32", {values.size()}, bytesOf(values)},
                                          {"narrow", "BF16", {halves.size()}, bytesOf(halves)},
                                          {"small", "F32", {1000}, bytesOf(normalValues(1000, 4))}};
    writeFile(m_folder / "large.safetensors", makeSafetensors(tensors));
    m_large = opened(m_folder / "large.safetensors");
    QCOMPARE(m_large->table().size(), std::size_t{3});
  }

  void theSameBitsForAnyNumberOfThreads() {
    AnalysisOptions options;
    options.threads = 1;
    const CheckpointAnalysis one = analyze(*m_large, options);
    for (const unsigned threads : {2U, 3U, 7U}) {
      options.threads = threads;
      const CheckpointAnalysis many = analyze(*m_large, options);
      for (std::size_t row = 0; row < 3; ++row) {
        QVERIFY(sameBits(*one.tensors[row], *many.tensors[row]));
      }
      QCOMPARE(many.totals.statistics().finite->mean, one.totals.statistics().finite->mean);
    }
  }

  void placesAreTheLowestIndices() {
    const CheckpointAnalysis analysis = analyze(*m_large, {});
    const TensorStatistics& wide = analysis.tensors[0]->statistics;
    QCOMPARE(*wide.firstNan, std::uint64_t{5'000'003});
    QCOMPARE(*wide.firstInf, std::uint64_t{9'000'007});
    QCOMPARE(*wide.firstNonfinite, std::uint64_t{5'000'003});
    const ConversionLoss* loss = analysis.tensors[0]->loss(Dtype::F16);
    QCOMPARE(loss->count(LossClass::Overflow), std::uint64_t{2});
    QCOMPARE(*loss->saturated.maxAbsErrorAt, std::uint64_t{8'500'000});
    const ConversionLoss* narrow = analysis.tensors[1]->loss(Dtype::F16);
    QCOMPARE(*narrow->saturated.maxAbsErrorAt, std::uint64_t{2 * (9U << 20U) - 1});
    QCOMPARE(*analysis.tensors[1]->statistics.firstNan, std::uint64_t{5'000'003});
    QVERIFY(analysis.totals.firstNonfinite() == (ValuePlace{TensorId{0}, 5'000'003}));
  }

  void onlyTheTargetsThatWereAskedFor() {
    AnalysisOptions options;
    options.targets = onlyTarget(Dtype::F8_E4M3);
    const CheckpointAnalysis analysis = analyze(*m_large, options);
    const CheckpointAnalysis all = analyze(*m_large, {});
    for (std::size_t row = 0; row < 3; ++row) {
      QVERIFY(analysis.tensors[row]->loss(Dtype::F16) == nullptr);
      QVERIFY(analysis.tensors[row]->loss(Dtype::F8_E4M3)->counts ==
              all.tensors[row]->loss(Dtype::F8_E4M3)->counts);
    }
  }

  void stopsAtOnce() {
    const StopSource source;
    StopLater progress(source);
    const auto analysis = analyzeAll(*m_large, {}, source.token(), progress);
    QVERIFY(!analysis);
    QCOMPARE(analysis.error().code, ErrorCode::Stopped);
  }

  void aFileThatIsCutShortIsAnError() {
    const auto path = m_folder / "cut.safetensors";
    writeFile(path, makeSafetensors(std::vector<TestTensor>{
                        {"t", "BF16", {9U << 20U}, std::string(std::size_t{18} << 20U, '\1')}}));
    const auto checkpoint = opened(path);
    std::filesystem::resize_file(path, std::size_t{5} << 20U);
    NoProgress quiet;
    const auto analysis = analyzeAll(*checkpoint, {}, {}, quiet);
    QVERIFY(!analysis);
    QCOMPARE(analysis.error().code, ErrorCode::FileChanged);
  }

  void tellsEachTensorAsItIsDone() {
    std::vector<std::uint32_t> done;
    AnalysisOptions options;
    options.done = [&](TensorId id, const auto& analysis) {
      QVERIFY(analysis);
      done.push_back(id.value);
    };
    analyze(*m_large, options);
    std::sort(done.begin(), done.end());
    QCOMPARE(done, (std::vector<std::uint32_t>{0, 1, 2}));
  }

  /// Any length and start, against counting one by one.
  void censusOfAnyLength() {
    std::mt19937 random(5);
    std::string data(4096, '\0');
    for (char& byte : data) {
      byte = static_cast<char>(random());
    }
    for (const Dtype dtype : {Dtype::BF16, Dtype::U8, Dtype::F6_E2M3, Dtype::F4}) {
      for (std::uint64_t values = 0; values <= 40; values += dtype == Dtype::F6_E2M3 ? 4 : 2) {
        for (const std::size_t start : {0, 1, 3}) {
          const auto bytes =
              std::as_bytes(std::span(data)).subspan(start, *bytesFor(dtype, values));
          Census census;
          census.reset(dtype);
          census.add(bytes, values, 0);
          std::vector<std::uint64_t> expected(codeBook(dtype).values.size());
          for (std::uint64_t i = 0; i < values; ++i) {
            ++expected[elementCode(dtype, bytes, i)];
          }
          for (const CodeCount& each : census.sparse().codes) {
            QCOMPARE(each.count, expected[each.code]);
            expected[each.code] = 0;
          }
          QCOMPARE(std::count(expected.begin(), expected.end(), 0U),
                   static_cast<std::ptrdiff_t>(expected.size()));
        }
      }
    }
  }

  void histogramsCountEveryValueOnce() {
    for (const std::size_t row : {0U, 1U}) {
      const TensorInfo info = m_large->table().at(row);
      const FileBytes& file = *m_large->shard(info.shard).file;
      for (const ValueScale scale : {ValueScale::Linear, ValueScale::Symlog}) {
        HistogramRequest request = requestOver(-0.5, 0.5, 37);
        request.scale = scale;
        request.unit = 0.01;
        NoProgress quiet;
        const auto histogram = readHistogram(file, info, request, {}, quiet);
        QVERIFY(histogram);
        std::uint64_t sum = histogram->below + histogram->above;
        for (const std::uint64_t count : histogram->counts) {
          sum += count;
        }
        QCOMPARE(sum, *info.elements() - (row == 0 ? 2U : 4U));
      }
    }
  }

  void binsHoldWhatLiesBetweenTheirEdges() {
    HistogramRequest request = requestOver(-1, 2, 10);
    for (const ValueScale scale : {ValueScale::Linear, ValueScale::Symlog}) {
      request.scale = scale;
      for (std::size_t bin = 0; bin < request.bins; ++bin) {
        QCOMPARE(request.binOf(request.edge(bin)), bin);
        QCOMPARE(request.binOf(std::nextafter(request.edge(bin + 1), -9)), bin);
      }
      QCOMPARE(request.binOf(2), std::size_t{9});
    }
    const HistogramRequest wide = requestOver(-1.7e308, 1.7e308, 4);
    QCOMPARE(wide.binOf(1), std::size_t{2});
    QCOMPARE(wide.edge(2), 0.0);
    const HistogramRequest one = requestOver(3, 3, 4);
    QVERIFY(one.lowest < 3 && one.highest > 3);
  }
};

QTEST_APPLESS_MAIN(AnalysisTest)
#include "analysis_test.moc"
