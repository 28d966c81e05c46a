#include "ui/models/tensor_columns.h"

#include "ui/models/display_text.h"

#include <array>
#include <bit>

namespace assay {
namespace {

// In the order of the enumeration.
constexpr std::array columns{
    TensorColumnFacts{TensorColumn::Name, "Name", "The name in the file's header", false, true,
                      420},
    TensorColumnFacts{TensorColumn::Dtype, "Dtype", "How one element is stored", false, true, 70},
    TensorColumnFacts{TensorColumn::Shape, "Shape", "Elements along each axis", false, true, 150},
    TensorColumnFacts{TensorColumn::Parameters, "Parameters",
                      "Stored elements: the product of the shape", true, true, 130},
    TensorColumnFacts{TensorColumn::Size, "Size", "Bytes of data in the file", true, true, 100},
    TensorColumnFacts{TensorColumn::DataOffsets, "Data offsets",
                      "Begin and end within the data of its file", true, false, 210},
    TensorColumnFacts{TensorColumn::FileOffset, "File offset",
                      "Position of its first byte in the file", true, false, 140},
    TensorColumnFacts{TensorColumn::Shard, "Shard", "The file that holds it", false, false, 240},
    TensorColumnFacts{TensorColumn::Alignment, "Alignment",
                      "The largest power of two that divides its file offset", true, false, 90},
};

QString offsetsText(const ByteRange& range) {
  return QStringLiteral("[%1, %2)").arg(display::count(range.begin), display::count(range.end));
}

std::uint64_t alignmentOf(const TensorInfo& info) {
  const std::uint64_t begin = info.fileRange.begin;
  return begin == 0 ? 0 : std::uint64_t{1} << static_cast<unsigned>(std::countr_zero(begin));
}

} // namespace

std::span<const TensorColumnFacts> tensorColumns() {
  return columns;
}

const TensorColumnFacts& tensorColumnFacts(TensorColumn column) {
  return columns[static_cast<std::size_t>(column)];
}

QString tensorCellText(const Checkpoint& checkpoint, const TensorInfo& info, TensorColumn column) {
  if (column == TensorColumn::Name) {
    return display::oneLine(info.name);
  }
  if (column == TensorColumn::Shard) {
    return display::oneLine(checkpoint.shard(info.shard).fileName);
  }
  if (!info.described) {
    return display::notApplicable();
  }
  switch (column) {
  case TensorColumn::Dtype:
    return display::oneLine(info.dtypeText);
  case TensorColumn::Shape:
    return display::shape(info.shape);
  case TensorColumn::Parameters: {
    const auto elements = info.elements();
    return elements ? display::count(*elements) : display::notApplicable();
  }
  case TensorColumn::Size:
    return display::size(info.dataOffsets.size());
  case TensorColumn::DataOffsets:
    return offsetsText(info.dataOffsets);
  case TensorColumn::FileOffset:
    return display::count(info.fileRange.begin);
  default:
    return display::count(alignmentOf(info));
  }
}

std::uint64_t tensorSortNumber(const TensorInfo& info, TensorColumn column) {
  switch (column) {
  case TensorColumn::Parameters:
    return info.elements().value_or(0);
  case TensorColumn::Size:
    return info.dataOffsets.size();
  case TensorColumn::DataOffsets:
    return info.dataOffsets.begin;
  case TensorColumn::FileOffset:
    return info.fileRange.begin;
  case TensorColumn::Alignment:
    return alignmentOf(info);
  default:
    return info.id.value;
  }
}

} // namespace assay
