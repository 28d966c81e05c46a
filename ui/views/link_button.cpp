#include "ui/views/link_button.h"

#include "ui/views/theme.h"

#include <QPainter>

namespace assay {

LinkButton::LinkButton(const QString& text, QWidget* parent) : QAbstractButton(parent) {
  setText(text);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::TabFocus);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize LinkButton::sizeHint() const {
  const QFontMetrics metrics(themeFont(typeSize::caption));
  return {metrics.horizontalAdvance(text()) + 4, metrics.height() + 4};
}

void LinkButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QFont font = themeFont(typeSize::caption);
  font.setUnderline(underMouse());
  painter.setFont(font);
  painter.setPen(themeColor(ThemeRole::Accent, palette()));
  painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft, text());
  if (hasFocus()) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(themeColor(ThemeRole::Accent, palette()), 1.5));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
  }
}

} // namespace assay
