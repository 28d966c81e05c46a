#include "ui/models/values_matrix.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

namespace assay {
namespace {

/// The numbers of "312, 1044", of "[312 1044]", and of "312, 1,044" as indices are shown: where a
/// blank stands after a comma, commas without one group thousands.
std::optional<std::vector<std::uint64_t>> numbersOf(const QString& text) {
  QString plain = text;
  for (const QChar c : {QChar(u'['), QChar(u']'), QChar(u'('), QChar(u')')}) {
    plain.replace(c, QLatin1Char(' '));
  }
  static const QRegularExpression grouped(QStringLiteral("^\\d{1,3}(,\\d{3})+$"));
  const bool spaced = plain.trimmed().contains(QLatin1Char(' '));
  std::vector<std::uint64_t> numbers;
  for (QString part : plain.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    if (part.endsWith(QLatin1Char(','))) {
      part.chop(1);
    }
    if (spaced && grouped.match(part).hasMatch()) {
      part.remove(QLatin1Char(','));
    }
    for (const QString& digits : part.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
      bool isNumber = false;
      numbers.push_back(digits.toULongLong(&isNumber));
      if (!isNumber) {
        return std::nullopt;
      }
    }
  }
  return numbers;
}

} // namespace

ValuesMatrix::ValuesMatrix(ValuesLayout layout) : m_layout(std::move(layout)) {
  const std::vector<std::uint64_t>& shape = m_layout.shape;
  if (m_layout.elements == 0) {
    m_leading.assign(shape.size() > 2 ? shape.size() - 2 : 0, 0);
    return;
  }
  if (shape.empty()) {
    m_rows = m_columns = 1;
  } else if (shape.size() == 1) {
    m_columns = std::min(shape[0], wrapColumns);
    m_rows = (shape[0] - 1) / m_columns + 1;
  } else {
    m_rows = shape[shape.size() - 2];
    m_columns = shape.back();
    m_leading.assign(shape.size() - 2, 0);
  }
}

void ValuesMatrix::setLeading(std::size_t axis, std::uint64_t position) {
  m_leading[axis] = std::min(position, std::max<std::uint64_t>(m_layout.shape[axis], 1) - 1);
}

std::uint64_t ValuesMatrix::matrixBegin() const {
  // The layout's product fits 64 bits, and so does every position within it.
  std::uint64_t matrix = 0;
  for (std::size_t axis = 0; axis < m_leading.size(); ++axis) {
    matrix = matrix * m_layout.shape[axis] + m_leading[axis];
  }
  return matrix * m_rows * m_columns * (isWrapped() ? 0 : 1);
}

std::optional<std::uint64_t> ValuesMatrix::elementAt(std::uint64_t row,
                                                     std::uint64_t column) const {
  if (row >= m_rows || column >= m_columns) {
    return std::nullopt;
  }
  const std::uint64_t element = matrixBegin() + row * m_columns + column;
  return element < m_layout.elements ? std::optional(element) : std::nullopt;
}

bool ValuesMatrix::isAvailable(std::uint64_t row, std::uint64_t column) const {
  const auto element = elementAt(row, column);
  return element && *element < m_layout.available;
}

ElementRectangle ValuesMatrix::rectangle(std::uint64_t row, std::uint64_t column, std::size_t rows,
                                         std::size_t columns) const {
  ElementRectangle rectangle;
  rectangle.matrixBegin = matrixBegin();
  rectangle.rowLength = m_columns;
  rectangle.firstRow = row;
  rectangle.firstColumn = column;
  rectangle.rows = static_cast<std::size_t>(std::min<std::uint64_t>(rows, m_rows - row));
  rectangle.columns =
      static_cast<std::size_t>(std::min<std::uint64_t>(columns, m_columns - column));
  return rectangle;
}

ValuesMatrix::Place ValuesMatrix::placeOf(std::uint64_t element) const {
  Place place;
  place.column = element % m_columns;
  place.row = element / m_columns;
  if (isWrapped()) {
    return place;
  }
  std::uint64_t matrix = place.row / m_rows;
  place.row %= m_rows;
  place.leading.resize(m_leading.size());
  for (std::size_t axis = m_leading.size(); axis-- > 0;) {
    place.leading[axis] = matrix % m_layout.shape[axis];
    matrix /= m_layout.shape[axis];
  }
  return place;
}

std::optional<ValuesMatrix::Place> ValuesMatrix::parsePlace(const QString& text) const {
  const auto numbersIn = numbersOf(text);
  if (!numbersIn) {
    return std::nullopt;
  }
  const std::vector<std::uint64_t>& numbers = *numbersIn;
  if (numbers.size() == 1 && numbers[0] < m_layout.elements) {
    return placeOf(numbers[0]);
  }
  const std::size_t rank = m_layout.shape.size();
  if (numbers.size() < 2 || (numbers.size() != rank && numbers.size() != 2)) {
    return std::nullopt;
  }
  Place place;
  place.leading = m_leading;
  place.column = numbers.back();
  place.row = numbers[numbers.size() - 2];
  if (numbers.size() == rank) {
    std::copy(numbers.begin(), numbers.end() - 2, place.leading.begin());
  }
  for (std::size_t axis = 0; axis < place.leading.size(); ++axis) {
    if (place.leading[axis] >= m_layout.shape[axis]) {
      return std::nullopt;
    }
  }
  if (place.row >= m_rows || place.column >= m_columns ||
      (isWrapped() && !elementAt(place.row, place.column))) {
    return std::nullopt;
  }
  return place;
}

std::uint64_t ValuesMatrix::rowLabel(std::uint64_t row) const {
  return isWrapped() ? row * m_columns : row;
}

} // namespace assay
