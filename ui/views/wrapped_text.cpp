#include "ui/views/wrapped_text.h"

#include <QTextLayout>
#include <QTextOption>
#include <cmath>

namespace assay {

namespace {

/// Breaks the lines of `layout`; returns their height.
double breakLines(QTextLayout& layout, int width) {
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  layout.beginLayout();
  double y = 0;
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    line.setPosition(QPointF(0, y));
    y += line.height();
  }
  layout.endLayout();
  return y;
}

} // namespace

int wrappedHeight(const QString& text, const QFont& font, int width) {
  QTextLayout layout(text, font);
  return static_cast<int>(std::ceil(breakLines(layout, width)));
}

void paintWrapped(QPainter& painter, const QPointF& topLeft, const QString& text, const QFont& font,
                  int width) {
  QTextLayout layout(text, font);
  breakLines(layout, width);
  layout.draw(&painter, topLeft);
}

} // namespace assay
