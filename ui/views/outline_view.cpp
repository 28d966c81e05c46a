#include "ui/views/outline_view.h"

#include "ui/views/plain_header.h"
#include "ui/views/theme.h"

#include <QElapsedTimer>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QTimer>

namespace assay {
namespace {

constexpr int sliceMs = 6; ///< of a 16 ms frame

void paintChevron(QPainter& painter, const QPointF& center, bool open, const QColor& color) {
  constexpr double arm = 3.2;
  QPainterPath path;
  if (open) {
    path.moveTo(center + QPointF(-arm, -arm / 2));
    path.lineTo(center + QPointF(0, arm / 2));
    path.lineTo(center + QPointF(arm, -arm / 2));
  } else {
    path.moveTo(center + QPointF(-arm / 2, -arm));
    path.lineTo(center + QPointF(arm / 2, 0));
    path.lineTo(center + QPointF(-arm / 2, arm));
  }
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPath(path);
}

} // namespace

OutlineView::OutlineView(QWidget* parent) : QTreeView(parent), m_timer(new QTimer(this)) {
  setUniformRowHeights(true);
  setFrameShape(QFrame::NoFrame);
  setIndentation(16);
  setAllColumnsShowFocus(true);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setExpandsOnDoubleClick(true);
  auto* head = new PlainHeader(this);
  head->setEdgePadding(14, 14);
  head->setStretchLastSection(false);
  setHeader(head);
  m_timer->setInterval(0);
  connect(m_timer, &QTimer::timeout, this, &OutlineView::expandSlice);
}

void OutlineView::drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  QStyleOptionViewItem row(option);
  if (selectionModel()->isRowSelected(index.row(), index.parent())) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(themeColor(ThemeRole::Selection, palette()));
    painter->drawRoundedRect(
        QRectF(option.rect).adjusted(6, 0.5, -6 - option.rect.width() + viewport()->width(), -0.5),
        5, 5);
    painter->restore();
  }
  // The background and the focus are drawn: only texts and branches are left to the base.
  row.showDecorationSelected = false;
  row.backgroundBrush = Qt::NoBrush;
  QPalette plain = row.palette;
  plain.setBrush(QPalette::Highlight, Qt::NoBrush);
  row.palette = plain;
  row.state.setFlag(QStyle::State_HasFocus, false);
  QTreeView::drawRow(painter, row, index);
}

void OutlineView::drawBranches(QPainter* painter, const QRect& rect,
                               const QModelIndex& index) const {
  if (!model()->hasChildren(index)) {
    return;
  }
  const bool selected = selectionModel()->isRowSelected(index.row(), index.parent());
  painter->save();
  const QPointF center(rect.right() - indentation() / 2.0 + 4, rect.center().y() + 0.5);
  paintChevron(*painter, center, isExpanded(index),
               themeColor(selected ? ThemeRole::SelectedText : ThemeRole::Secondary, palette()));
  painter->restore();
}

void OutlineView::keyPressEvent(QKeyEvent* event) {
  if (event->modifiers().testFlag(Qt::AltModifier) && event->key() == Qt::Key_Right) {
    return expandBelow(currentIndex());
  }
  if (event->modifiers().testFlag(Qt::AltModifier) && event->key() == Qt::Key_Left) {
    stopExpanding();
    // Closing the group hides what is below; its groups stay as they were.
    return collapse(currentIndex());
  }
  QTreeView::keyPressEvent(event);
}

void OutlineView::reset() {
  stopExpanding();
  QTreeView::reset();
}

void OutlineView::expandBelow(const QModelIndex& index) {
  if (index.isValid()) {
    m_toExpand.append(index.siblingAtColumn(0));
    m_timer->start();
  }
}

void OutlineView::expandEverything() {
  for (int row = model()->rowCount() - 1; row >= 0; --row) {
    m_toExpand.append(model()->index(row, 0));
  }
  m_timer->start();
}

void OutlineView::stopExpanding() {
  m_toExpand.clear();
  m_timer->stop();
}

void OutlineView::expandSlice() {
  QElapsedTimer clock;
  clock.start();
  while (!m_toExpand.isEmpty() && clock.elapsed() < sliceMs) {
    const QModelIndex index = m_toExpand.takeLast();
    if (!index.isValid() || !model()->hasChildren(index)) {
      continue;
    }
    expand(index);
    for (int row = model()->rowCount(index) - 1; row >= 0; --row) {
      const QModelIndex child = model()->index(row, 0, index);
      if (model()->hasChildren(child)) {
        m_toExpand.append(child);
      }
    }
  }
  if (m_toExpand.isEmpty()) {
    m_timer->stop();
    Q_EMIT expansionFinished();
  }
}

} // namespace assay
