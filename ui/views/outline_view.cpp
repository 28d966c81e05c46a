#include "ui/views/outline_view.h"

#include "ui/views/plain_header.h"
#include "ui/views/theme.h"

#include <QElapsedTimer>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QTimer>

namespace assay {
namespace {

constexpr int sliceMs = 4; ///< of a 16 ms frame, which has to be painted too

/// A selection is one range for each group, and Qt's time grows with the square of their number.
constexpr int mostSelected = 2000;

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
  head->setEdgePadding(14, 12);
  head->setStretchLastSection(false);
  setHeader(head);
  m_timer->setInterval(0);
  connect(m_timer, &QTimer::timeout, this, &OutlineView::changeSlice);
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
  const QPointF center(rect.right() - indentation() / 2.0 + 5.5, rect.center().y() + 0.5);
  paintChevron(*painter, center, isExpanded(index),
               themeColor(selected ? ThemeRole::SelectedText : ThemeRole::Secondary, palette()));
  painter->restore();
}

void OutlineView::keyPressEvent(QKeyEvent* event) {
  if (event->modifiers().testFlag(Qt::AltModifier) && event->key() == Qt::Key_Right) {
    return expandBelow(currentIndex());
  }
  if (event->modifiers().testFlag(Qt::AltModifier) && event->key() == Qt::Key_Left) {
    return collapseBelow(currentIndex());
  }
  QTreeView::keyPressEvent(event);
}

void OutlineView::selectAll() {
  const int positions = verticalScrollBar()->maximum() + verticalScrollBar()->pageStep();
  const int unit = verticalScrollMode() == ScrollPerPixel ? metric::rowHeight : 1;
  if (positions / unit <= mostSelected) {
    QTreeView::selectAll();
  }
}

void OutlineView::setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags command) {
  QRect kept = rect.normalized();
  const int most = mostSelected * metric::rowHeight;
  if (kept.height() > most) {
    // The rows at the end where the reader is.
    kept = visualRect(currentIndex()).center().y() > kept.center().y()
               ? QRect(kept.left(), kept.bottom() - most, kept.width(), most)
               : QRect(kept.left(), kept.top(), kept.width(), most);
  }
  QTreeView::setSelection(kept, command);
}

void OutlineView::reset() {
  stopExpanding();
  QTreeView::reset();
}

void OutlineView::expandBelow(const QModelIndex& index) {
  if (index.isValid()) {
    m_pending.append({index.siblingAtColumn(0), Change::OpenBelow});
    m_timer->start();
  }
}

void OutlineView::expandEverything() {
  pendGroupsIn({}, Change::OpenBelow);
  m_timer->start();
}

void OutlineView::expandThese(const QModelIndexList& groups) {
  m_pending.reserve(m_pending.size() + groups.size());
  for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
    m_pending.append({*group, Change::Open});
  }
  m_timer->start();
}

void OutlineView::collapseBelow(const QModelIndex& index) {
  stopExpanding();
  if (index.isValid() && model()->hasChildren(index.siblingAtColumn(0))) {
    m_pending.append({index.siblingAtColumn(0), Change::CloseBelow});
    m_timer->start();
  }
}

void OutlineView::stopExpanding() {
  m_pending.clear();
  m_timer->stop();
}

void OutlineView::pendGroupsIn(const QModelIndex& parent, Change change) {
  for (int row = model()->rowCount(parent) - 1; row >= 0; --row) {
    const QModelIndex child = model()->index(row, 0, parent);
    if (model()->hasChildren(child)) {
      m_pending.append({child, change});
    }
  }
}

void OutlineView::changeSlice() {
  QElapsedTimer clock;
  clock.start();
  while (!m_pending.isEmpty() && clock.elapsed() < sliceMs) {
    const Pending next = m_pending.takeLast();
    if (next.change == Change::CloseBelow) {
      collapse(next.index); // the outermost first: what is out of sight closes quickly
    } else {
      expand(next.index);
    }
    if (next.change != Change::Open) {
      pendGroupsIn(next.index, next.change);
    }
  }
  if (m_pending.isEmpty()) {
    m_timer->stop();
    Q_EMIT expansionFinished();
  }
}

} // namespace assay
