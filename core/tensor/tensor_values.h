#pragma once

#include "core/base/result.h"
#include "core/io/file_bytes.h"
#include "core/tensor/element.h"
#include "core/tensor/tensor_info.h"
#include "core/tensor/value_text.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace assay {

/// How a tensor's bytes are looked at as values. A dtype that is not known is shown as bytes (U8,
/// one axis), and so is a shape whose product 64 bits do not hold as one axis of all that is there.
struct ValuesLayout {
  Dtype dtype = Dtype::U8; ///< never Unknown
  bool asBytes = false;    ///< U8 stands for a dtype that is not known
  std::vector<std::uint64_t> shape{};
  std::uint64_t elements = 0;  ///< product of `shape`
  std::uint64_t available = 0; ///< the first so many are wholly in the file; <= elements
  ByteRange bytes{};           ///< of the tensor in the file, no further than the file's end
};

/// `fileBytes`: size of the tensor's shard. A tensor known only from an index, or whose shard is
/// missing, has no available elements.
[[nodiscard]] ValuesLayout valuesLayout(const TensorInfo& info, std::uint64_t fileBytes);

/// Consecutive elements of one tensor, copied out of the file. Immutable; safe from any thread.
class ElementBlock {
 public:
  ElementBlock() = default;
  ElementBlock(Dtype dtype, NibbleOrder order, std::uint64_t first, std::size_t count,
               std::vector<std::byte> bytes)
      : m_dtype(dtype), m_order(order), m_first(first), m_count(count), m_bytes(std::move(bytes)) {}

  [[nodiscard]] Dtype dtype() const { return m_dtype; }
  /// Index in the tensor of element 0 of this block, in row-major order.
  [[nodiscard]] std::uint64_t first() const { return m_first; }
  [[nodiscard]] std::size_t count() const { return m_count; }
  [[nodiscard]] bool empty() const { return m_count == 0; }

  /// Of element `index` < count().
  [[nodiscard]] ElementCode code(std::size_t index) const;
  [[nodiscard]] ElementValue value(std::size_t index) const {
    return decodeElement(m_dtype, code(index));
  }
  [[nodiscard]] std::string text(std::size_t index) const {
    return elementText(m_dtype, code(index));
  }

 private:
  Dtype m_dtype = Dtype::U8;
  NibbleOrder m_order = NibbleOrder::LowFirst;
  std::uint64_t m_first = 0;
  std::size_t m_count = 0;
  std::vector<std::byte> m_bytes; ///< from the byte (F6: group of three) that holds element 0
};

/// Reads `count` elements from element `first`, fewer (or none) where `layout.available` ends
/// before; only the bytes that hold them are read, by pread. Errors: FileChanged, ReadFailed,
/// OutOfMemory.
[[nodiscard]] Result<ElementBlock> readElements(const FileBytes& file, const ValuesLayout& layout,
                                                std::uint64_t first, std::size_t count,
                                                NibbleOrder order = NibbleOrder::LowFirst);

/// A part of a matrix that lies row by row in a tensor.
struct ElementRectangle {
  std::uint64_t matrixBegin = 0; ///< element of the tensor at row 0, column 0
  std::uint64_t rowLength = 0;   ///< columns of the whole matrix
  std::uint64_t firstRow = 0;
  std::uint64_t firstColumn = 0;
  std::size_t rows = 0;
  std::size_t columns = 0; ///< clipped to rowLength
};

/// One block a row of the rectangle, shorter or empty where the tensor or the file ends. Errors as
/// `readElements`.
[[nodiscard]] Result<std::vector<ElementBlock>>
readRectangle(const FileBytes& file, const ValuesLayout& layout, const ElementRectangle& rectangle,
              NibbleOrder order = NibbleOrder::LowFirst);

} // namespace assay
