#include "core/tensor/element_stream.h"
#include "core/tensor/tensor_values.h"
#include "tests/support/safetensors_file.h"

#include <QTest>
#include <limits>
#include <string>
#include <vector>

using namespace assay;
using assay::test::TemporaryFolder;
using assay::test::writeFile;

namespace {

constexpr auto most = std::numeric_limits<std::uint64_t>::max();

TensorInfo tensorAt(Dtype dtype, std::span<const std::uint64_t> shape, ByteRange range) {
  TensorInfo info{};
  info.dtype = dtype;
  info.shape = shape;
  info.dataOffsets = range;
  info.fileRange = range;
  return info;
}

std::shared_ptr<const FileBytes> fileOf(const TemporaryFolder& folder, const std::string& bytes) {
  writeFile(folder / "f", bytes);
  return *FileBytes::open(folder / "f");
}

std::string countingBytes(std::size_t count) {
  std::string bytes;
  for (std::size_t i = 0; i < count; ++i) {
    bytes += static_cast<char>(i);
  }
  return bytes;
}

std::vector<ElementCode> codesOf(const ElementBlock& block) {
  std::vector<ElementCode> codes;
  for (std::size_t i = 0; i < block.count(); ++i) {
    codes.push_back(block.code(i));
  }
  return codes;
}

using Codes = std::vector<ElementCode>;

} // namespace

class TensorValuesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void layoutOfAPresentTensor() {
    const std::vector<std::uint64_t> shape{2, 3};
    const auto layout = valuesLayout(tensorAt(Dtype::I16, shape, {8, 20}), 20);
    QCOMPARE(layout.elements, std::uint64_t(6));
    QCOMPARE(layout.available, std::uint64_t(6));
    QCOMPARE(layout.shape, shape);
    QVERIFY(!layout.asBytes);
  }

  void layoutOfDamagedTensors() {
    const std::vector<std::uint64_t> shape{2, 3};
    auto info = tensorAt(Dtype::I16, shape, {8, 20});
    QCOMPARE(valuesLayout(info, 13).available, std::uint64_t(2)); // half of the third is cut off
    QCOMPARE(valuesLayout(info, 3).available, std::uint64_t(0));
    info.state = TensorState::Missing;
    QCOMPARE(valuesLayout(info, 20).available, std::uint64_t(0));
    info = tensorAt(Dtype::I16, shape, {20, 8});
    QCOMPARE(valuesLayout(info, 100).available, std::uint64_t(0));
    info = tensorAt(Dtype::I16, shape, {8, most});
    QCOMPARE(valuesLayout(info, 12).available, std::uint64_t(2));
    info = tensorAt(Dtype::I16, shape, {8, 12}); // fewer bytes than the shape needs
    QCOMPARE(valuesLayout(info, 100).available, std::uint64_t(2));
    QCOMPARE(valuesLayout(info, 100).elements, std::uint64_t(6));
  }

  void unknownDtypesAreBytesAndImpossibleShapesOneAxis() {
    const std::vector<std::uint64_t> shape{most, most};
    auto layout = valuesLayout(tensorAt(Dtype::F32, shape, {0, 16}), 16);
    QCOMPARE(layout.shape, std::vector<std::uint64_t>{4});
    layout = valuesLayout(tensorAt(Dtype::Unknown, shape, {0, 16}), 16);
    QCOMPARE(layout.shape, std::vector<std::uint64_t>{16});
    QVERIFY(layout.asBytes);
    QCOMPARE(layout.dtype, Dtype::U8);
  }

  void readsOnlyWhatIsAsked() {
    const TemporaryFolder folder;
    const auto file = fileOf(folder, countingBytes(100));
    const std::vector<std::uint64_t> shape{10};
    const auto layout = valuesLayout(tensorAt(Dtype::U16, shape, {10, 30}), file->size());
    QCOMPARE(codesOf(*readElements(*file, layout, 3, 2)), (Codes{0x1110, 0x1312}));
    QCOMPARE(codesOf(*readElements(*file, layout, 9, 100)), (Codes{0x1D1C}));
    QVERIFY(readElements(*file, layout, 10, 1)->empty());
    QVERIFY(readElements(*file, layout, most, 1)->empty());
    QCOMPARE(readElements(*file, layout, 3, 2)->text(0), std::string("4368"));
  }

  void subBytesFromAnyElement() {
    const TemporaryFolder folder;
    const auto file = fileOf(folder, "\x21\x43\x65\x87"
                                     "abcdefghijkl");
    const std::vector<std::uint64_t> shape{8};
    const auto four = valuesLayout(tensorAt(Dtype::F4, shape, {0, 4}), file->size());
    for (std::uint64_t first = 0; first < 8; ++first) {
      const auto block = *readElements(*file, four, first, 3);
      for (std::size_t i = 0; i < block.count(); ++i) {
        QCOMPARE(block.code(i), ElementCode(first + i + 1));
      }
    }
    QCOMPARE(codesOf(*readElements(*file, four, 1, 2, NibbleOrder::HighFirst)), (Codes{1, 4}));
    const std::vector<std::uint64_t> sixteen{16};
    const auto six = valuesLayout(tensorAt(Dtype::F6_E2M3, sixteen, {4, 16}), file->size());
    const auto all = codesOf(*readElements(*file, six, 0, 16));
    QCOMPARE(all.size(), std::size_t(16));
    for (std::uint64_t first = 0; first < 16; ++first) {
      for (std::size_t count = 1; first + count <= 16; ++count) {
        const auto some = codesOf(*readElements(*file, six, first, count));
        QVERIFY(std::equal(some.begin(), some.end(), all.begin() + std::ptrdiff_t(first)));
        QCOMPARE(some.size(), count);
      }
    }
  }

  void rectangles() {
    const TemporaryFolder folder;
    const auto file = fileOf(folder, countingBytes(24));
    const std::vector<std::uint64_t> shape{2, 3, 4};
    const auto layout = valuesLayout(tensorAt(Dtype::U8, shape, {0, 24}), file->size());
    const auto rows = *readRectangle(*file, layout, {12, 4, 1, 2, 3, 9});
    QCOMPARE(rows.size(), std::size_t(3));
    QCOMPARE(codesOf(rows[0]), (Codes{18, 19}));
    QCOMPARE(codesOf(rows[1]), (Codes{22, 23}));
    QVERIFY(rows[2].empty());
    QVERIFY((*readRectangle(*file, layout, {0, 4, most, 2, 1, 1}))[0].empty());
    QVERIFY((*readRectangle(*file, layout, {0, 4, 0, 7, 1, 1}))[0].empty());
  }

  void aChangedFileIsNoticed() {
    const TemporaryFolder folder;
    const auto file = fileOf(folder, countingBytes(100));
    const std::vector<std::uint64_t> shape{100};
    const auto layout = valuesLayout(tensorAt(Dtype::U8, shape, {0, 100}), file->size());
    std::filesystem::resize_file(folder / "f", 50);
    QCOMPARE(readElements(*file, layout, 0, 100).error().code, ErrorCode::FileChanged);
    QCOMPARE(readElements(*file, layout, 0, 10).error().code, ErrorCode::FileChanged);
  }

  void streamsOfSlices() {
    const TemporaryFolder folder;
    const auto file = fileOf(folder, countingBytes(200'000));
    const std::vector<std::uint64_t> shape{400, 500};
    auto layout = valuesLayout(tensorAt(Dtype::U8, shape, {0, 200'000}), file->size());
    for (const std::string text : {"", "3", "5:9,-2:", ":,1", "7:7"}) {
      const auto slice = *Slice::of(*parseSlice(text), layout.shape);
      ElementStream stream(file, layout, slice, NibbleOrder::LowFirst);
      std::uint64_t count = 0;
      for (auto block = stream.next(); block && !block->empty(); block = stream.next()) {
        QCOMPARE(block->code(0), ElementCode(block->first() % 256));
        QVERIFY(block->count() <= 65'536);
        count += block->count();
      }
      QCOMPARE(count, slice.elements());
      QCOMPARE(availableElements(slice, layout), count);
    }
  }

  void streamsEndWhereTheFileEnds() {
    const TemporaryFolder folder;
    const auto file = fileOf(folder, countingBytes(23));
    const std::vector<std::uint64_t> shape{10, 4};
    const auto layout = valuesLayout(tensorAt(Dtype::U8, shape, {0, 40}), file->size());
    const auto slice = *Slice::of(*parseSlice(":,2:4"), layout.shape);
    ElementStream stream(file, layout, slice, NibbleOrder::LowFirst);
    Codes codes;
    for (auto block = stream.next(); block && !block->empty(); block = stream.next()) {
      const Codes more = codesOf(*block);
      codes.insert(codes.end(), more.begin(), more.end());
    }
    QCOMPARE(codes, (Codes{2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22}));
    QCOMPARE(availableElements(slice, layout), std::uint64_t(11));
  }
};

QTEST_APPLESS_MAIN(TensorValuesTest)
#include "tensor_values_test.moc"
