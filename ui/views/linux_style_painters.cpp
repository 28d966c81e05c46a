#include "ui/views/linux_style_painters.h"

#include "ui/views/theme.h"

namespace assay::linuxstyle {

namespace {

constexpr double cornerRadius = 6;

QRectF outline(const QRect& rect) {
  return QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
}

} // namespace

bool has(const QStyleOption& option, QStyle::StateFlag flag) {
  return (option.state & flag) != 0;
}

void paintFocusRing(QPainter& painter, const QRect& rect, const QPalette& palette) {
  QColor ring = themeColor(ThemeRole::Accent, palette);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(ring, 2));
  painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), cornerRadius, cornerRadius);
}

/// The face of a button or a box of choices.
void paintFace(QPainter& painter, const QStyleOption& option, bool primary) {
  const QPalette& palette = option.palette;
  QColor fill = themeColor(ThemeRole::ControlFill, palette);
  QColor border = themeColor(ThemeRole::ControlBorder, palette);
  if (primary && has(option, QStyle::State_Enabled)) {
    fill = themeColor(ThemeRole::Selection, palette);
    border = fill;
  }
  if (has(option, QStyle::State_Sunken) || has(option, QStyle::State_On)) {
    fill = mixed(fill, Qt::black, 0.12);
  }
  if (!has(option, QStyle::State_Enabled)) {
    fill = mixed(themeColor(ThemeRole::Content, palette), fill, 0.5);
  }
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(border, 1));
  painter.setBrush(fill);
  painter.drawRoundedRect(outline(option.rect), cornerRadius, cornerRadius);
  painter.restore();
}

void paintMenuTitle(QPainter& painter, const QStyleOptionMenuItem& item) {
  painter.fillRect(item.rect, themeColor(ThemeRole::Bars, item.palette));
  if (has(item, QStyle::State_Selected)) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeColor(ThemeRole::Hover, item.palette));
    painter.drawRoundedRect(QRectF(item.rect).adjusted(1, 1, -1, -1), 5, 5);
    painter.restore();
  }
  painter.setPen(themeColor(ThemeRole::Text, item.palette));
  painter.drawText(item.rect, Qt::AlignCenter | Qt::TextHideMnemonic, item.text);
}

void paintChoiceArrows(QPainter& painter, const QPointF& center, const QColor& color) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const auto chevron = [&](double y, double tip) {
    const QPointF points[]{{center.x() - 3, y}, {center.x(), tip}, {center.x() + 3, y}};
    painter.drawPolyline(points, 3);
  };
  chevron(center.y() - 2, center.y() - 5);
  chevron(center.y() + 2, center.y() + 5);
  painter.restore();
}

void paintCheckBox(QPainter& painter, const QStyleOption& option) {
  const QPalette& palette = option.palette;
  const bool on = has(option, QStyle::State_On) || has(option, QStyle::State_NoChange);
  const bool enabled = has(option, QStyle::State_Enabled);
  QColor fill = on && enabled ? themeColor(ThemeRole::Selection, palette)
                              : themeColor(ThemeRole::ControlFill, palette);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(on && enabled ? fill : themeColor(ThemeRole::ControlBorder, palette), 1));
  painter.setBrush(fill);
  painter.drawRoundedRect(outline(option.rect), 4, 4);
  if (on) {
    const QRectF box(option.rect);
    const auto at = [&](double x, double y) {
      return QPointF(box.left() + box.width() * x, box.top() + box.height() * y);
    };
    painter.setPen(QPen(enabled ? QColor(Qt::white) : themeColor(ThemeRole::Zero, palette), 1.8,
                        Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    if (has(option, QStyle::State_NoChange)) {
      painter.drawLine(at(0.28, 0.5), at(0.72, 0.5));
    } else {
      const QPointF tick[]{at(0.26, 0.53), at(0.43, 0.7), at(0.75, 0.31)};
      painter.drawPolyline(tick, 3);
    }
  }
  painter.restore();
}

void paintScrollBar(QPainter& painter, const QStyleOptionSlider& option, const QRect& slider) {
  painter.fillRect(option.rect, option.palette.color(QPalette::Base));
  if (option.maximum <= option.minimum) {
    return;
  }
  const bool active = has(option, QStyle::State_MouseOver) || has(option, QStyle::State_Sunken);
  QColor handle = themeColor(ThemeRole::Zero, option.palette);
  handle.setAlphaF(active ? 0.75F : 0.45F);
  const bool vertical = option.orientation == Qt::Vertical;
  QRectF bar(slider);
  bar = vertical ? bar.adjusted(3, 2, -3, -2) : bar.adjusted(2, 3, -2, -3);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(handle);
  painter.drawRoundedRect(bar, 3, 3);
  painter.restore();
}

void paintMenuSelection(QPainter& painter, const QStyleOption& option) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(themeColor(ThemeRole::Selection, option.palette));
  painter.drawRoundedRect(option.rect, 5, 5);
  painter.restore();
}

void paintPanel(QPainter& painter, const QStyleOption& option, const QColor& fill) {
  painter.fillRect(option.rect, fill);
  painter.setPen(hairline(themeColor(ThemeRole::ControlBorder, option.palette)));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
}

} // namespace assay::linuxstyle
