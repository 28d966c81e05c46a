// How the grid of values looks.

#include "ui/models/display_text.h"
#include "ui/views/theme.h"
#include "ui/views/values_grid.h"

#include <QPainter>

namespace assay {

void ValuesGrid::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), themeColor(ThemeRole::Content, palette()));
  painter.setFont(themeFont());
  if (m_error || m_matrix.rows() == 0) {
    return paintMessage(painter);
  }
  paintCells(painter);
  paintHeaders(painter);
}

void ValuesGrid::paintMessage(QPainter& painter) const {
  QString text = m_file ? tr("This tensor has no elements.") : tr("The values are not there.");
  if (m_error) {
    text = QString::fromStdString(errorText(*m_error));
  }
  painter.setPen(themeColor(ThemeRole::Secondary, palette()));
  painter.drawText(viewport()->rect().adjusted(16, 16, -16, -16),
                   Qt::AlignCenter | Qt::TextWordWrap, text);
}

void ValuesGrid::paintHeaders(QPainter& painter) const {
  const QRect area = viewport()->rect();
  painter.fillRect(QRect(0, 0, area.width(), headHeight), themeColor(ThemeRole::Side, palette()));
  painter.fillRect(QRect(0, 0, m_headerWidth, area.height()),
                   themeColor(ThemeRole::Side, palette()));
  painter.setPen(hairline(themeColor(ThemeRole::Separator, palette())));
  painter.drawLine(0, headHeight - 1, area.right(), headHeight - 1);
  painter.drawLine(m_headerWidth - 1, 0, m_headerWidth - 1, area.bottom());
  painter.setPen(themeColor(ThemeRole::Secondary, palette()));
  const std::uint64_t column = m_firstColumn;
  for (std::size_t i = 0; i < visibleColumns() && column + i < m_matrix.columns(); ++i) {
    const QRect rect(m_headerWidth + static_cast<int>(i) * m_cellWidth, 0, m_cellWidth - cellInset,
                     headHeight);
    painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter, display::count(column + i));
  }
  const std::uint64_t row = m_firstRow;
  painter.setClipRect(0, headHeight, area.width(), area.height());
  for (std::size_t i = 0; i < visibleRows() && row + i < m_matrix.rows(); ++i) {
    const QRect rect(0, headHeight + static_cast<int>(i) * rowHeight, m_headerWidth - cellInset - 2,
                     rowHeight);
    painter.drawText(rect, Qt::AlignRight | Qt::AlignVCenter,
                     display::count(m_matrix.rowLabel(row + i)));
  }
  painter.setClipping(false);
}

void ValuesGrid::paintCells(QPainter& painter) const {
  const QColor textColor = themeColor(ThemeRole::Text, palette());
  const QColor quiet = themeColor(ThemeRole::Secondary, palette());
  const QColor accent = themeColor(ThemeRole::Accent, palette());
  const QColor chosen = mixed(themeColor(ThemeRole::Content, palette()), accent, 0.13);
  const std::uint64_t row = m_firstRow;
  const std::uint64_t column = m_firstColumn;
  for (std::size_t r = 0; r < visibleRows() && row + r < m_matrix.rows(); ++r) {
    for (std::size_t c = 0; c < visibleColumns() && column + c < m_matrix.columns(); ++c) {
      const QRect rect(m_headerWidth + static_cast<int>(c) * m_cellWidth,
                       headHeight + static_cast<int>(r) * rowHeight, m_cellWidth, rowHeight);
      if (!m_matrix.elementAt(row + r, column + c)) {
        continue;
      }
      if (isSelected(row + r, column + c)) {
        painter.fillRect(rect, chosen);
      }
      const auto text = cellText(row + r, column + c);
      painter.setPen(text ? textColor : quiet);
      const QString shown = text ? *text
                            : m_matrix.isAvailable(row + r, column + c)
                                ? (c == 0 ? tr("reading…") : QString())
                                : display::notApplicable();
      painter.drawText(rect.adjusted(2, 0, -cellInset, 0), Qt::AlignRight | Qt::AlignVCenter,
                       shown);
      if (row + r == m_row && column + c == m_column) {
        painter.setPen(QPen(accent, hasFocus() ? 2 : 1.2));
        painter.drawRect(QRectF(rect).adjusted(1, 1, -1, -1));
      }
    }
  }
}

} // namespace assay
