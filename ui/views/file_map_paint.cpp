#include "ui/views/file_map_paint.h"

#include "ui/views/theme.h"

namespace assay {

void paintHatching(QPainter& painter, const QRectF& rect, const QColor& color, double distance,
                   double width) {
  painter.save();
  painter.setClipRect(rect, Qt::IntersectClip);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, width));
  // Lines x + y = constant; their horizontal distance is the perpendicular one times the root of 2.
  const double step = distance * 1.41421356;
  for (double x = rect.left(); x < rect.right() + rect.height(); x += step) {
    painter.drawLine(QPointF(x, rect.top()), QPointF(x - rect.height(), rect.bottom()));
  }
  painter.restore();
}

void paintMapFill(QPainter& painter, const QRectF& rect, MapKind kind, const QPalette& palette) {
  const bool dark = isDark(palette);
  const QColor content = themeColor(ThemeRole::Content, palette);
  switch (kind) {
  case MapKind::Header:
    painter.fillRect(rect, themeColor(ThemeRole::StageDrop, palette));
    break;
  case MapKind::Complete:
    painter.fillRect(rect, themeColor(ThemeRole::Normal, palette));
    break;
  case MapKind::CutOff:
    painter.fillRect(rect, themeColor(ThemeRole::Rounded, palette));
    paintHatching(
        painter, rect,
        mixed(themeColor(ThemeRole::Rounded, palette), dark ? Qt::black : Qt::white, 0.45), 3.2,
        1.3);
    break;
  case MapKind::Missing: {
    const QColor red = themeColor(ThemeRole::Error, palette);
    painter.fillRect(rect, mixed(content, red, dark ? 0.16 : 0.1));
    paintHatching(painter, rect, mixed(content, red, dark ? 0.36 : 0.28), 6, 1);
    break;
  }
  case MapKind::Gap:
  case MapKind::Extra:
    painter.fillRect(rect, content);
    paintHatching(painter, rect, themeColor(ThemeRole::Zero, palette), 4, 1);
    break;
  }
}

} // namespace assay
