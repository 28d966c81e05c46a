#include "ui/views/row_painter.h"

#include "ui/views/theme.h"

#include <QPainterPath>

namespace assay {

void paintRowSelection(QPainter& painter, const QStyleOptionViewItem& option, bool first,
                       bool last) {
  constexpr double radius = 5;
  QRectF body(option.rect);
  painter.save();
  painter.setClipRect(body);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(themeColor(ThemeRole::Selection, option.palette));
  // Square inner ends: the rounded rectangle goes on beyond the cell there.
  body.adjust(first ? 0 : -2 * radius, 0.5, last ? 0 : 2 * radius, -0.5);
  painter.drawRoundedRect(body, radius, radius);
  painter.restore();
}

} // namespace assay
