#include "core/stats/value_findings.h"
#include "tests/support/checkpoint_set.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <random>

using namespace assay;
using namespace assay::test;

namespace {

std::string floats(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

/// 1,000 normal values whose bytes stand the wrong way round.
std::string swappedFloats() {
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0, 0.1F);
  std::string bytes;
  for (int i = 0; i < 1000; ++i) {
    std::string value = floats({normal(random)});
    bytes.append(value.rbegin(), value.rend());
  }
  return bytes;
}

std::string normalFloats() {
  std::string bytes = swappedFloats();
  for (std::size_t at = 0; at < bytes.size(); at += 4) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                 bytes.begin() + static_cast<std::ptrdiff_t>(at) + 4);
  }
  return bytes;
}

} // namespace

class ValueFindingsTest : public QObject {
  Q_OBJECT

  TemporaryFolder m_folder;

  /// The findings on a file of one tensor, which have `code`.
  std::vector<Finding> findings(const TestTensor& tensor, FindingCode code,
                                std::optional<ChosenConversion> conversion = ChosenConversion{}) {
    const auto path = m_folder / (tensor.name + ".safetensors");
    writeFile(path, makeSafetensors(std::vector<TestTensor>{tensor}));
    const auto checkpoint = opened(path);
    NoProgress quiet;
    const auto analysis = analyzeAll(*checkpoint, {}, {}, quiet);
    std::vector<Finding> found;
    for (const Finding& each : valueFindings(*checkpoint, *analysis, conversion)) {
      if (each.code == code) {
        found.push_back(each);
      }
    }
    return found;
  }

 private Q_SLOTS:
  void nanWithItsFirstPlace() {
    const float nan = std::nanf("");
    const auto found = findings({"nan", "F32", {4}, floats({1, 2, nan, nan})}, FindingCode::Nan);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].severity, Severity::Error);
    QCOMPARE(*found[0].tensor, std::string("nan"));
    QVERIFY(found[0].message.find("2 of 4 values") != std::string::npos);
    QVERIFY(found[0].message.find("index 2") != std::string::npos);
    const auto size = std::filesystem::file_size(m_folder / "nan.safetensors");
    QCOMPARE(*found[0].position, size - 8);
  }

  void nanInEightBits() {
    const auto found = findings({"f8", "F8_E4M3", {2}, "\x7F\x01"}, FindingCode::Nan);
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found[0].message.find("8-bit") != std::string::npos);
  }

  void infIsAWarning() {
    const auto found =
        findings({"inf", "F32", {3}, floats({0, -INFINITY, INFINITY})}, FindingCode::Inf);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].severity, Severity::Warning);
    QVERIFY(found[0].message.find("index 1") != std::string::npos);
  }

  void zeroAndConstant() {
    const TestTensor zero{"zero", "F32", {2}, floats({0, -0.0F})};
    QCOMPARE(findings(zero, FindingCode::AllZero).size(), std::size_t{1});
    QVERIFY(findings(zero, FindingCode::Constant).empty());
    const auto found = findings({"one", "F32", {2}, floats({1, 1})}, FindingCode::Constant);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].severity, Severity::Info);
    QVERIFY(findings({"two", "F32", {2}, floats({1, 2})}, FindingCode::Constant).empty());
    QVERIFY(findings({"none", "F32", {0}, ""}, FindingCode::AllZero).empty());
  }

  void overflowNamesWhatValuesBecome() {
    const TestTensor tensor{"over", "F32", {3}, floats({1, 65519, 65520})};
    const auto code = FindingCode::OverflowOnConversion;
    const auto plain = findings(tensor, code);
    QCOMPARE(plain.size(), std::size_t{1});
    QVERIFY(plain[0].message.find("±Inf") != std::string::npos);
    const auto saturated = findings(tensor, code, {{Dtype::F16, OverflowRule::Saturate}});
    QVERIFY(saturated[0].message.find("±65504") != std::string::npos);
    const auto f8 = findings(tensor, code, {{Dtype::F8_E4M3, OverflowRule::ToInfOrNan}});
    QVERIFY(f8[0].message.find("NaN") != std::string::npos);
    QVERIFY(findings(tensor, code, {{Dtype::BF16, OverflowRule::ToInfOrNan}}).empty());
    QVERIFY(findings(tensor, code, std::nullopt).empty());
  }

  void bytesTheWrongWayRound() {
    const auto code = FindingCode::LooksByteSwapped;
    QCOMPARE(findings({"swapped", "F32", {1000}, swappedFloats()}, code).size(), std::size_t{1});
    QVERIFY(findings({"normal", "F32", {1000}, normalFloats()}, code).empty());
    std::string halves;
    const std::string whole = normalFloats();
    for (std::size_t at = 0; at < whole.size(); at += 4) {
      halves += {whole[at + 3], whole[at + 2]};
    }
    QCOMPARE(findings({"half", "BF16", {1000}, halves}, code).size(), std::size_t{1});
  }
};

QTEST_APPLESS_MAIN(ValueFindingsTest)
#include "value_findings_test.moc"
