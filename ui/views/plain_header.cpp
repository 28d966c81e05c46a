#include "ui/views/plain_header.h"

#include "ui/views/theme.h"

#include <QPainter>

namespace assay {

namespace {

constexpr int headerHeight = 28;
constexpr int padding = 8;

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
  const int right = visualIndex(section) == count() - 1 ? m_right : padding;
  painter->fillRect(rect, themeColor(ThemeRole::Content, palette()));
  painter->setFont(themeFont(typeSize::columnHead, QFont::Medium));
  painter->setPen(themeColor(ThemeRole::Secondary, palette()));
  const int alignment = model()->headerData(section, orientation(), Qt::TextAlignmentRole).toInt();
  painter->drawText(rect.adjusted(left, 0, -right, 0), alignment,
                    model()->headerData(section, orientation(), Qt::DisplayRole).toString());
}

} // namespace assay
