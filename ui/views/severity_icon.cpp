#include "ui/views/severity_icon.h"

#include <QPainterPath>
#include <QPolygonF>
#include <cmath>
#include <numbers>

namespace assay {

namespace {

ThemeRole fillRole(SeverityShape shape) {
  switch (shape) {
  case SeverityShape::Error:
    return ThemeRole::Error;
  case SeverityShape::Warning:
    return ThemeRole::WarningFill;
  case SeverityShape::Note:
    return ThemeRole::Note;
  case SeverityShape::Ok:
    return ThemeRole::Ok;
  }
  return ThemeRole::Note;
}

/// Maps the unit square to the icon's rectangle.
class Frame {
 public:
  explicit Frame(const QRectF& rect) : m_rect(rect) {}
  [[nodiscard]] QPointF at(double x, double y) const {
    return {m_rect.left() + m_rect.width() * x, m_rect.top() + m_rect.height() * y};
  }
  [[nodiscard]] double length(double share) const { return m_rect.width() * share; }

 private:
  QRectF m_rect;
};

QPainterPath octagon(const Frame& frame) {
  QPolygonF corners;
  for (int i = 0; i < 8; ++i) {
    const double angle = (i + 0.5) * std::numbers::pi / 4;
    corners << frame.at(0.5 + 0.52 * std::cos(angle), 0.5 + 0.52 * std::sin(angle));
  }
  QPainterPath path;
  path.addPolygon(corners);
  path.closeSubpath();
  return path;
}

QPainterPath triangle(const Frame& frame) {
  QPainterPath path;
  path.moveTo(frame.at(0.5, 0.1));
  path.lineTo(frame.at(0.95, 0.89));
  path.lineTo(frame.at(0.05, 0.89));
  path.closeSubpath();
  return path;
}

void paintBody(QPainter& painter, const Frame& frame, SeverityShape shape, const QColor& fill) {
  painter.setBrush(fill);
  if (shape == SeverityShape::Error || shape == SeverityShape::Warning) {
    // A round join of the outline softens the corners.
    painter.setPen(QPen(fill, frame.length(0.08), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(shape == SeverityShape::Error ? octagon(frame) : triangle(frame));
    return;
  }
  painter.setPen(Qt::NoPen);
  painter.drawEllipse(frame.at(0.5, 0.5), frame.length(0.5), frame.length(0.5));
}

void paintSign(QPainter& painter, const Frame& frame, SeverityShape shape, const QColor& color) {
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(color, frame.length(0.115), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const auto dot = [&](double y) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(frame.at(0.5, y), frame.length(0.07), frame.length(0.07));
  };
  switch (shape) {
  case SeverityShape::Error:
    painter.drawLine(frame.at(0.34, 0.34), frame.at(0.66, 0.66));
    painter.drawLine(frame.at(0.66, 0.34), frame.at(0.34, 0.66));
    break;
  case SeverityShape::Warning:
    painter.drawLine(frame.at(0.5, 0.38), frame.at(0.5, 0.58));
    dot(0.76);
    break;
  case SeverityShape::Note:
    painter.drawLine(frame.at(0.5, 0.48), frame.at(0.5, 0.72));
    dot(0.27);
    break;
  case SeverityShape::Ok: {
    const QPointF tick[]{frame.at(0.29, 0.53), frame.at(0.44, 0.68), frame.at(0.72, 0.34)};
    painter.drawPolyline(tick, 3);
    break;
  }
  }
}

} // namespace

SeverityShape shapeFor(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return SeverityShape::Error;
  case Severity::Warning:
    return SeverityShape::Warning;
  case Severity::Info:
    return SeverityShape::Note;
  }
  return SeverityShape::Note;
}

QString severityWord(SeverityShape shape) {
  switch (shape) {
  case SeverityShape::Error:
    return QStringLiteral("Error");
  case SeverityShape::Warning:
    return QStringLiteral("Warning");
  case SeverityShape::Note:
    return QStringLiteral("Note");
  case SeverityShape::Ok:
    return QStringLiteral("OK");
  }
  return {};
}

void paintSeverity(QPainter& painter, const QRectF& rect, SeverityShape shape,
                   const QPalette& palette, bool onSelection) {
  const QColor fill = themeColor(onSelection ? ThemeRole::SelectedText : fillRole(shape), palette);
  QColor sign = onSelection ? themeColor(ThemeRole::Selection, palette) : QColor(Qt::white);
  if (!onSelection && isDark(palette)) {
    // The dark theme's severities are light colours.
    sign = themeColor(ThemeRole::Content, palette);
  }
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const Frame frame(rect);
  paintBody(painter, frame, shape, fill);
  paintSign(painter, frame, shape, sign);
  painter.restore();
}

SeverityIcon::SeverityIcon(SeverityShape shape, int extent, QWidget* parent)
    : QWidget(parent), m_shape(shape) {
  setFixedSize(extent, extent);
  setAccessibleName(severityWord(shape));
}

void SeverityIcon::setShape(SeverityShape shape) {
  m_shape = shape;
  setAccessibleName(severityWord(shape));
  update();
}

void SeverityIcon::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintSeverity(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), m_shape, palette());
}

} // namespace assay
