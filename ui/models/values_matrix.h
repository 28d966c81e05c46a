#pragma once

#include "core/tensor/tensor_values.h"

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

/// How a tensor of any rank is looked at as rows and columns: the last two axes, at a position
/// along each axis before them. A tensor of one axis is wrapped into rows of 16. Plain data;
/// positions are 64-bit throughout.
class ValuesMatrix {
 public:
  static constexpr std::uint64_t wrapColumns = 16;

  ValuesMatrix() = default;
  explicit ValuesMatrix(ValuesLayout layout);

  [[nodiscard]] const ValuesLayout& layout() const { return m_layout; }
  [[nodiscard]] std::uint64_t rows() const { return m_rows; }
  [[nodiscard]] std::uint64_t columns() const { return m_columns; }
  [[nodiscard]] bool isWrapped() const { return m_layout.shape.size() == 1; }

  /// How many axes stand before the last two, and where each is.
  [[nodiscard]] std::size_t leadingAxes() const { return m_leading.size(); }
  [[nodiscard]] std::uint64_t leadingExtent(std::size_t axis) const { return m_layout.shape[axis]; }
  [[nodiscard]] std::uint64_t leading(std::size_t axis) const { return m_leading[axis]; }
  void setLeading(std::size_t axis, std::uint64_t position);

  /// The element of the tensor at a row and column; nothing past the end of a wrapped last row.
  [[nodiscard]] std::optional<std::uint64_t> elementAt(std::uint64_t row,
                                                       std::uint64_t column) const;
  /// Whether that element's bytes are in the file.
  [[nodiscard]] bool isAvailable(std::uint64_t row, std::uint64_t column) const;
  [[nodiscard]] ElementRectangle rectangle(std::uint64_t row, std::uint64_t column,
                                           std::size_t rows, std::size_t columns) const;

  struct Place {
    std::vector<std::uint64_t> leading{};
    std::uint64_t row = 0;
    std::uint64_t column = 0;
  };
  /// Where an element is. `element` must be less than the tensor's elements.
  [[nodiscard]] Place placeOf(std::uint64_t element) const;
  /// Reads "312, 1044": a position along every axis, or row and column of this matrix, or one
  /// element index. Nothing where that is no place in the tensor.
  [[nodiscard]] std::optional<Place> parsePlace(const QString& text) const;
  /// What the row's header says: its index, or the element index of a wrapped row.
  [[nodiscard]] std::uint64_t rowLabel(std::uint64_t row) const;

 private:
  [[nodiscard]] std::uint64_t matrixBegin() const;
  ValuesLayout m_layout{};
  std::uint64_t m_rows = 0;
  std::uint64_t m_columns = 0;
  std::vector<std::uint64_t> m_leading{};
};

} // namespace assay
