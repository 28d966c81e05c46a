#include "core/checkpoint/checkpoint.h"
#include "core/convert/conversion.h"
#include "core/convert/element_converter.h"
#include "core/tensor/element.h"
#include "tests/support/safetensors_file.h"

#include <QTest>
#include <cstring>
#include <filesystem>
#include <fstream>

using namespace assay;
using namespace assay::test;

namespace {

std::shared_ptr<const Checkpoint> openFile(const std::filesystem::path& path) {
  NoProgress progress;
  return openCheckpoint(path, {}, progress).value();
}

std::string bytesOf16(std::initializer_list<std::uint16_t> codes) {
  std::string bytes;
  for (const std::uint16_t code : codes) {
    bytes += static_cast<char>(code & 0xFFU);
    bytes += static_cast<char>(code >> 8U);
  }
  return bytes;
}

std::string readBack(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Result<void> convertFile(const Checkpoint& source, const ConversionOptions& options,
                         const std::filesystem::path& output,
                         NewFile::IfExists ifExists = NewFile::IfExists::Refuse,
                         const StopToken& stop = {}) {
  const auto plan = planConversion(source, options);
  if (!plan) {
    return fail(plan.error());
  }
  NoProgress progress;
  return runConversion(source, *plan, options, output, ifExists, stop, progress);
}

std::size_t filesIn(const std::filesystem::path& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) {
    ++count;
  }
  return count;
}

} // namespace

class ConversionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<TemporaryFolder>();
    const std::vector<TestTensor> tensors{
        // 1, 2^-25 (flushed), 2^-24, overflow, NaN
        {"b.weight", "BF16", {5}, bytesOf16({0x3F80, 0x3300, 0x3380, 0x7F00, 0x7FC0})},
        {"a.weight", "BF16", {2}, bytesOf16({0x4000, 0xBF80})},
        {"ids", "I32", {1}, std::string("\1\0\0\0", 4)}};
    writeFile(source(), makeSafetensors(tensors));
  }

  void floatsAreRoundedOnceAndIntegersCopied() {
    const auto checkpoint = openFile(source());
    const auto output = *m_folder / "out.safetensors";
    QVERIFY(convertFile(*checkpoint, {.to = Dtype::F16}, output).has_value());
    const auto result = openFile(output);
    QVERIFY(result->shards()[0].reference.accepts());
    // As the reference's writer orders: I32 before F16, then names.
    QCOMPARE(result->table().at(0).name, std::string_view("ids"));
    QCOMPARE(result->table().at(1).name, std::string_view("a.weight"));
    const std::string bytes = readBack(output);
    const TensorInfo b = result->table()[*result->table().find("b.weight")];
    QCOMPARE(b.dtypeText, std::string_view("F16"));
    const std::string data = bytes.substr(b.fileRange.begin, b.fileRange.size());
    QVERIFY(data.substr(0, 8) == bytesOf16({0x3C00, 0x0000, 0x0001, 0x7C00}));
    QCOMPARE(static_cast<unsigned char>(data[9]) & 0x7EU, 0x7EU); // NaN is kept
  }

  void saturatedOverflowIsTheLargest() {
    const auto checkpoint = openFile(source());
    const auto output = *m_folder / "out.safetensors";
    QVERIFY(convertFile(*checkpoint, {.to = Dtype::F16, .saturate = true}, output).has_value());
    const auto result = openFile(output);
    const TensorInfo b = result->table()[*result->table().find("b.weight")];
    QVERIFY(readBack(output).substr(b.fileRange.begin + 6, 2) == bytesOf16({0x7BFF}));
  }

  void aSubsetByPattern() {
    const auto checkpoint = openFile(source());
    const auto output = *m_folder / "out.safetensors";
    QVERIFY(convertFile(*checkpoint, {.tensors = {"a.*"}}, output).has_value());
    QCOMPARE(openFile(output)->table().size(), std::size_t(1));
    const auto nothing = planConversion(*checkpoint, {.tensors = {"zzz*"}});
    QVERIFY(!nothing && nothing.error().code == ErrorCode::NoSuchTensor);
  }

  void ofTwoEntriesWithOneNameTheHeadersLastCounts() {
    // It stands first in the file: the order of the data says nothing.
    const std::string header = R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]},)"
                               R"("a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
    const auto twice = *m_folder / "twice.safetensors";
    writeFile(twice, safetensorsBytes(header, "xy"));
    const auto output = *m_folder / "out.safetensors";
    QVERIFY(convertFile(*openFile(twice), {}, output).has_value());
    QCOMPARE(openFile(output)->table().size(), std::size_t(1));
    QVERIFY(readBack(output).ends_with("x"));
  }

  void shardsHaveAnIndex() {
    const auto checkpoint = openFile(source());
    const auto output = *m_folder / "sharded";
    QVERIFY(convertFile(*checkpoint, {.shards = 3}, output).has_value());
    QCOMPARE(filesIn(output), std::size_t(4));
    const std::string index = readBack(output / "model.safetensors.index.json");
    QVERIFY(index.find("\"total_size\": 18") != std::string::npos);
    QVERIFY(index.find("\"ids\": \"model-00003-of-00003.safetensors\"") != std::string::npos);
    QVERIFY(openFile(output / "model-00002-of-00003.safetensors")->readable());
    const auto tooMany = planConversion(*checkpoint, {.shards = 4});
    QVERIFY(!tooMany && tooMany.error().code == ErrorCode::BadOption);
  }

  void greedyShardsKeepTheOrderAndGiveBigTensorsTheirOwn() {
    const auto checkpoint = openFile(source());
    const auto plan = planConversion(*checkpoint, {.maxShardBytes = 8});
    QCOMPARE(plan->files.size(), std::size_t(2)); // 10 bytes alone, then 4 + 4
    QCOMPARE(plan->files[0].dataBytes, std::uint64_t(10));
    QCOMPARE(plan->files[1].tensors.size(), std::size_t(2));
  }

  void nothingIsReplacedUnlessTold() {
    const auto checkpoint = openFile(source());
    const auto output = *m_folder / "out.safetensors";
    writeFile(output, "precious");
    const auto refused = convertFile(*checkpoint, {}, output);
    QVERIFY(!refused && refused.error().code == ErrorCode::OutputExists);
    QCOMPARE(readBack(output), std::string("precious"));
    QVERIFY(convertFile(*checkpoint, {}, output, NewFile::IfExists::Replace).has_value());
    // Not even then the input, also through a link.
    const auto link = *m_folder / "link.safetensors";
    std::filesystem::create_symlink(source(), link);
    for (const auto& target : {source(), link}) {
      const auto same = convertFile(*checkpoint, {}, target, NewFile::IfExists::Replace);
      QVERIFY(!same && same.error().code == ErrorCode::OutputIsInput);
    }
  }

  void aStoppedConversionLeavesNothing() {
    const auto checkpoint = openFile(source());
    StopSource stop;
    stop.requestStop();
    const auto output = *m_folder / "out.safetensors";
    const auto stopped =
        convertFile(*checkpoint, {}, output, NewFile::IfExists::Refuse, stop.token());
    QVERIFY(!stopped && stopped.error().code == ErrorCode::Stopped);
    QCOMPARE(filesIn(m_folder->path()), std::size_t(1));
  }

  void everyPairOfDtypesAgreesWithTheScalarRounding() {
    for (const Dtype from : {Dtype::BF16, Dtype::F16, Dtype::F8_E4M3, Dtype::F32, Dtype::F64}) {
      for (const Dtype to : {Dtype::F16, Dtype::BF16, Dtype::F8_E4M3, Dtype::F8_E5M2, Dtype::F32}) {
        for (const OnOverflow overflow : {OnOverflow::Special, OnOverflow::Largest}) {
          compareWithScalar(from, to, overflow);
        }
      }
    }
  }

  void shardSizes() {
    QCOMPARE(parseShardSize("5GB").value(), std::uint64_t(5'000'000'000));
    QCOMPARE(parseShardSize("1.5GB").value(), std::uint64_t(1'500'000'000));
    QCOMPARE(parseShardSize("500MB").value(), std::uint64_t(500'000'000));
    QCOMPARE(parseShardSize("1000").value(), std::uint64_t(1000));
    for (const auto* bad : {"", "GB", "-5GB", "5XB", "0", "1.2.3GB", "nan", "1e9"}) {
      QVERIFY2(!parseShardSize(bad), bad);
    }
  }

 private:
  [[nodiscard]] std::filesystem::path source() const { return *m_folder / "source.safetensors"; }

  static void compareWithScalar(Dtype from, Dtype to, OnOverflow overflow) {
    const ElementConverter converter(from, to, overflow);
    std::uint64_t state = 1;
    std::vector<std::byte> in(converter.sourceBytes() * 4099);
    for (std::byte& byte : in) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      byte = static_cast<std::byte>(state >> 56U);
    }
    std::vector<std::byte> out(converter.targetBytes() * 4099);
    converter.convert(in, out);
    for (std::uint64_t i = 0; i < 4099; ++i) {
      const double value = decodeFloat(from, elementCode(from, in, i));
      QCOMPARE(elementCode(to, out, i), encodeFloat(to, value, overflow));
    }
  }

  std::unique_ptr<TemporaryFolder> m_folder;
};

QTEST_APPLESS_MAIN(ConversionTest)
#include "conversion_test.moc"
