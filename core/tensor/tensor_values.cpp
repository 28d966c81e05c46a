#include "core/tensor/tensor_values.h"

#include "core/base/checked.h"

#include <algorithm>
#include <limits>
#include <new>

namespace assay {
namespace {

/// Elements that share bytes: a block of bytes begins with such a group. 2 for F4, 4 for F6.
std::uint64_t elementsInGroup(Dtype dtype) {
  const unsigned bits = dtypeFacts(dtype).bits;
  return bits == 4 ? 2 : bits == 6 ? 4 : 1;
}

std::uint64_t bytesInGroup(Dtype dtype) {
  return elementsInGroup(dtype) * dtypeFacts(dtype).bits / 8;
}

/// The bytes of elements [first, first + count), relative to the tensor's; no overflow, because
/// all of them are in the file.
ByteRange bytesOfElements(Dtype dtype, std::uint64_t first, std::uint64_t count) {
  const std::uint64_t group = elementsInGroup(dtype);
  const std::uint64_t groupBytes = bytesInGroup(dtype);
  const std::uint64_t end = first + count;
  const std::uint64_t restBits = end % group * dtypeFacts(dtype).bits;
  return {first / group * groupBytes, end / group * groupBytes + (restBits + 7) / 8};
}

/// Elements [first, first + wanted) as far as they are there.
std::uint64_t clippedCount(const ValuesLayout& layout, std::uint64_t first, std::uint64_t wanted) {
  return first < layout.available ? std::min(wanted, layout.available - first) : 0;
}

Result<ElementBlock> readUnverified(const FileBytes& file, const ValuesLayout& layout,
                                    std::uint64_t first, std::size_t wanted, NibbleOrder order) {
  const std::uint64_t count = clippedCount(layout, first, wanted);
  if (count == 0) {
    return ElementBlock(layout.dtype, order, first, 0, {});
  }
  const ByteRange range = bytesOfElements(layout.dtype, first, count);
  try {
    std::vector<std::byte> bytes(range.size());
    if (auto ok = file.read(layout.bytes.begin + range.begin, bytes); !ok) {
      return fail(ok.error());
    }
    return ElementBlock(layout.dtype, order, first, count, std::move(bytes));
  } catch (const std::bad_alloc&) {
    return fail({.code = ErrorCode::OutOfMemory,
                 .subject = file.path().string(),
                 .expected = range.size()});
  }
}

} // namespace

ValuesLayout valuesLayout(const TensorInfo& info, std::uint64_t fileBytes) {
  ValuesLayout layout;
  const bool inFile = info.described && info.state != TensorState::Missing &&
                      info.state != TensorState::AbsentFromShard &&
                      info.fileRange.begin <= info.fileRange.end;
  if (inFile) {
    layout.bytes = {std::min(info.fileRange.begin, fileBytes),
                    std::min(info.fileRange.end, fileBytes)};
  }
  layout.asBytes = info.dtype == Dtype::Unknown;
  layout.dtype = layout.asBytes ? Dtype::U8 : info.dtype;
  const auto elements = info.elements();
  if (layout.asBytes || !elements) {
    layout.elements = elementsIn(layout.dtype, info.dataOffsets.size());
    layout.shape = {layout.elements};
  } else {
    layout.elements = *elements;
    layout.shape.assign(info.shape.begin(), info.shape.end());
  }
  layout.available = std::min(layout.elements, elementsIn(layout.dtype, layout.bytes.size()));
  return layout;
}

ElementCode ElementBlock::code(std::size_t index) const {
  return elementCode(m_dtype, m_bytes, m_first % elementsInGroup(m_dtype) + index, m_order);
}

Result<ElementBlock> readElements(const FileBytes& file, const ValuesLayout& layout,
                                  std::uint64_t first, std::size_t count, NibbleOrder order) {
  auto block = readUnverified(file, layout, first, count, order);
  if (block) {
    if (auto ok = file.verifyUnchanged(); !ok) {
      return fail(ok.error());
    }
  }
  return block;
}

Result<std::vector<ElementBlock>> readRectangle(const FileBytes& file, const ValuesLayout& layout,
                                                const ElementRectangle& rectangle,
                                                NibbleOrder order) {
  constexpr auto nowhere = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t columnsLeft =
      checkedSub(rectangle.rowLength, rectangle.firstColumn).value_or(0);
  const auto columns =
      static_cast<std::size_t>(std::min<std::uint64_t>(rectangle.columns, columnsLeft));
  std::vector<ElementBlock> blocks;
  blocks.reserve(rectangle.rows);
  for (std::size_t row = 0; row < rectangle.rows; ++row) {
    std::optional<std::uint64_t> first = checkedAdd(rectangle.firstRow, row);
    first = first ? checkedMul(*first, rectangle.rowLength) : first;
    first = first ? checkedAdd(*first, rectangle.matrixBegin) : first;
    first = first ? checkedAdd(*first, rectangle.firstColumn) : first;
    auto block = readUnverified(file, layout, first.value_or(nowhere), columns, order);
    if (!block) {
      return fail(block.error());
    }
    blocks.push_back(std::move(*block));
  }
  if (auto ok = file.verifyUnchanged(); !ok) {
    return fail(ok.error());
  }
  return blocks;
}

} // namespace assay
