#include "ui/views/icon_painter.h"

#include <QIconEngine>
#include <QPainterPath>
#include <QPixmap>

namespace assay {

namespace {

/// The unit square of a glyph's drawing mapped to a rectangle.
class Canvas {
 public:
  Canvas(QPainter& painter, const QRectF& rect) : m_painter(painter), m_rect(rect) {}
  [[nodiscard]] QPointF at(double x, double y) const {
    return {m_rect.left() + m_rect.width() * x, m_rect.top() + m_rect.height() * y};
  }
  void line(std::initializer_list<QPointF> points, bool closed = false) {
    QPainterPath path;
    for (const QPointF& p : points) {
      const QPointF point = at(p.x(), p.y());
      path.isEmpty() && path.elementCount() == 0 ? path.moveTo(point) : path.lineTo(point);
    }
    if (closed) {
      path.closeSubpath();
    }
    m_painter.drawPath(path);
  }
  void circle(double x, double y, double radius) {
    m_painter.drawEllipse(at(x, y), m_rect.width() * radius, m_rect.height() * radius);
  }

 private:
  QPainter& m_painter;
  QRectF m_rect;
};

void drawGlyph(Canvas& canvas, Glyph glyph) {
  switch (glyph) {
  case Glyph::Document:
    canvas.line({{0.18, 0.04}, {0.6, 0.04}, {0.84, 0.28}, {0.84, 0.96}, {0.18, 0.96}}, true);
    canvas.line({{0.58, 0.06}, {0.58, 0.3}, {0.82, 0.3}});
    break;
  case Glyph::Folder:
    canvas.line(
        {{0.03, 0.16}, {0.36, 0.16}, {0.46, 0.28}, {0.97, 0.28}, {0.97, 0.86}, {0.03, 0.86}}, true);
    break;
  case Glyph::Drop:
    canvas.line({{0.5, 0.04}, {0.5, 0.7}});
    canvas.line({{0.27, 0.48}, {0.5, 0.71}, {0.73, 0.48}});
    canvas.line({{0.04, 0.66}, {0.04, 0.96}, {0.96, 0.96}, {0.96, 0.66}});
    break;
  case Glyph::Search:
    canvas.circle(0.41, 0.41, 0.31);
    canvas.line({{0.64, 0.64}, {0.93, 0.93}});
    break;
  case Glyph::Close:
    canvas.line({{0.2, 0.2}, {0.8, 0.8}});
    canvas.line({{0.8, 0.2}, {0.2, 0.8}});
    break;
  case Glyph::Disclosure:
    canvas.line({{0.36, 0.2}, {0.66, 0.5}, {0.36, 0.8}});
    break;
  case Glyph::Opened:
    canvas.line({{0.2, 0.36}, {0.5, 0.66}, {0.8, 0.36}});
    break;
  case Glyph::SidePane:
    canvas.line({{0.02, 0.14}, {0.98, 0.14}, {0.98, 0.86}, {0.02, 0.86}}, true);
    canvas.line({{0.64, 0.16}, {0.64, 0.84}});
    break;
  }
}

double penWidth(Glyph glyph, double extent) {
  return glyph == Glyph::Drop ? 2.6 : extent >= 20 ? 1.5 : 1.4;
}

/// Paints the glyph anew for each size and pixel ratio.
class GlyphEngine final : public QIconEngine {
 public:
  GlyphEngine(Glyph glyph, const QColor& color) : m_glyph(glyph), m_color(color) {}
  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    QColor color = m_color;
    color.setAlphaF(mode == QIcon::Disabled ? 0.4F : 1.0F);
    paintGlyph(*painter, QRectF(rect).adjusted(1, 1, -1, -1), m_glyph, color);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap image(size);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    return image;
  }
  [[nodiscard]] QIconEngine* clone() const override { return new GlyphEngine(m_glyph, m_color); }

 private:
  Glyph m_glyph;
  QColor m_color;
};

} // namespace

void paintGlyph(QPainter& painter, const QRectF& rect, Glyph glyph, const QColor& color) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(
      QPen(color, penWidth(glyph, rect.width()), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  Canvas canvas(painter, rect);
  drawGlyph(canvas, glyph);
  painter.restore();
}

QIcon glyphIcon(Glyph glyph, const QColor& color) {
  return QIcon(new GlyphEngine(glyph, color));
}

} // namespace assay
