#include "ui/views/plain_header.h"

#include "ui/views/theme.h"

#include <QPainter>

namespace assay {

namespace {

constexpr int headerHeight = 28;
constexpr int padding = 8;
constexpr int arrowWidth = 14;

} // namespace

PlainHeader::PlainHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
  setSectionsClickable(false);
  setHighlightSections(false);
  setFixedHeight(headerHeight);
}

void PlainHeader::setEdgePadding(int left, int right) {
  m_left = left;
  m_right = right;
}

QSize PlainHeader::sizeHint() const {
  return {QHeaderView::sizeHint().width(), headerHeight};
}

void PlainHeader::paintEvent(QPaintEvent* event) {
  QPainter background(viewport());
  background.fillRect(viewport()->rect(), themeColor(ThemeRole::Content, palette()));
  background.end();
  QHeaderView::paintEvent(event);
  QPainter painter(viewport());
  painter.fillRect(QRect(0, viewport()->height() - 1, viewport()->width(), 1),
                   themeColor(ThemeRole::Separator, palette()));
}

void PlainHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
  const int left = visualIndex(section) == 0 ? m_left : padding;
  int last = count() - 1; // of those that show
  while (last > 0 && isSectionHidden(logicalIndex(last))) {
    --last;
  }
  const int right = visualIndex(section) == last ? m_right : padding;
  painter->fillRect(rect, themeColor(ThemeRole::Content, palette()));
  painter->setFont(themeFont(typeSize::columnHead, QFont::Medium));
  painter->setPen(themeColor(ThemeRole::Secondary, palette()));
  const int alignment = model()->headerData(section, orientation(), Qt::TextAlignmentRole).toInt();
  const QString text = model()->headerData(section, orientation(), Qt::DisplayRole).toString();
  const bool sorted = isSortIndicatorShown() && sortIndicatorSection() == section;
  const QRect inner = rect.adjusted(left, 0, -right - (sorted ? arrowWidth : 0), 0);
  QRect drawn;
  painter->drawText(inner, alignment, text, &drawn);
  if (sorted) {
    paintArrow(*painter, QPointF(drawn.right() + arrowWidth - 5.0, rect.center().y() + 0.5));
  }
}

void PlainHeader::paintArrow(QPainter& painter, const QPointF& center) const {
  constexpr double arm = 3;
  const double tip = sortIndicatorOrder() == Qt::AscendingOrder ? -arm / 2 : arm / 2;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(themeColor(ThemeRole::Secondary, palette()), 1.4, Qt::SolidLine, Qt::RoundCap,
                      Qt::RoundJoin));
  painter.drawPolyline(QPolygonF(
      {center + QPointF(-arm, -tip), center + QPointF(0, tip), center + QPointF(arm, -tip)}));
  painter.restore();
}

} // namespace assay
