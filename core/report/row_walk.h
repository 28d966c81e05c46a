#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay {

/// Follows a walk through a shape in row-major order, row by row: a row is a line of the last axis.
/// For shapes that have elements; a scalar is one row of one element.
class RowWalk {
 public:
  explicit RowWalk(std::span<const std::uint64_t> shape)
      : m_shape(shape.begin(), shape.end()), m_index(shape.empty() ? 0 : shape.size() - 1) {}

  [[nodiscard]] std::uint64_t rowLength() const { return m_shape.empty() ? 1 : m_shape.back(); }
  /// The indices of the current row on all axes but the last.
  [[nodiscard]] std::span<const std::uint64_t> index() const { return m_index; }

  /// Goes to the next row. Returns how many of the leading axes, from the innermost, begin anew: 0
  /// within a matrix, all of them after the last row.
  std::size_t advance() {
    std::size_t wrapped = 0;
    for (std::size_t axis = m_index.size(); axis-- > 0; ++wrapped) {
      if (++m_index[axis] < m_shape[axis]) {
        break;
      }
      m_index[axis] = 0;
    }
    return wrapped;
  }

 private:
  std::vector<std::uint64_t> m_shape;
  std::vector<std::uint64_t> m_index;
};

} // namespace assay
