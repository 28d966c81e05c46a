#include "ui/views/popup_button.h"

#include "ui/views/theme.h"

#include <QPainter>
#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace assay {
namespace {

constexpr int textInset = 10;
constexpr int chevronsWidth = 24; ///< with the distance from the text

void paintChevrons(QPainter& painter, const QPointF& center, const QColor& color) {
  constexpr double arm = 3;
  constexpr double apart = 2.5;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  for (const int way : {-1, 1}) {
    const QPointF base = center + QPointF(0, way * apart);
    painter.drawPolyline(
        QPolygonF({base + QPointF(-arm, 0), base + QPointF(0, way * arm), base + QPointF(arm, 0)}));
  }
}

} // namespace

PopupButton::PopupButton(const QString& text, QWidget* parent) : QToolButton(parent) {
  setText(text);
  setAccessibleName(text);
  setPopupMode(QToolButton::InstantPopup);
  setToolButtonStyle(Qt::ToolButtonTextOnly);
}

QSize PopupButton::sizeHint() const {
  return {fontMetrics().horizontalAdvance(text()) + textInset + chevronsWidth, 27};
}

void PopupButton::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionToolButton option;
  initStyleOption(&option);
  option.features = QStyleOptionToolButton::None; // the style's own arrow is left out
  option.text.clear();
  painter.drawComplexControl(QStyle::CC_ToolButton, option);
  painter.setFont(font());
  painter.setPen(themeColor(isEnabled() ? ThemeRole::Text : ThemeRole::Secondary, palette()));
  painter.drawText(rect().adjusted(textInset, 0, -chevronsWidth, 0),
                   Qt::AlignLeft | Qt::AlignVCenter, text());
  paintChevrons(painter, QPointF(width() - 12.5, height() / 2.0),
                themeColor(ThemeRole::Secondary, palette()));
}

} // namespace assay
