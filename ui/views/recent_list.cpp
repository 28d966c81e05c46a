#include "ui/views/recent_list.h"

#include "ui/models/recent_model.h"
#include "ui/views/recent_delegate.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>

namespace assay {

RecentList::RecentList(RecentModel* model, QWidget* parent) : QListView(parent), m_recent(model) {
  setModel(model);
  setItemDelegate(new RecentDelegate(this));
  setFrameShape(QFrame::NoFrame);
  setUniformItemSizes(true);
  setMouseTracking(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setBackgroundRole(QPalette::NoRole);
  viewport()->setAutoFillBackground(false);
  setAccessibleName(tr("Recent"));
  connect(this, &QListView::activated, this, &RecentList::open);
}

void RecentList::open(const QModelIndex& index) {
  if (index.isValid()) {
    Q_EMIT openRequested(index.data(RecentModel::EntryRole).value<RecentEntry>().path);
  }
}

void RecentList::removeCurrent() {
  const int row = currentIndex().row();
  m_recent->removeAt(row);
  setCurrentIndex(m_recent->index(qMin(row, m_recent->rowCount() - 1)));
}

void RecentList::focusInEvent(QFocusEvent* event) {
  QListView::focusInEvent(event);
  if (!currentIndex().isValid() && m_recent->rowCount() > 0) {
    setCurrentIndex(m_recent->index(0));
  }
}

void RecentList::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
  case Qt::Key_Return:
  case Qt::Key_Enter:
    open(currentIndex());
    return;
  case Qt::Key_Delete:
  case Qt::Key_Backspace:
    removeCurrent();
    return;
  default:
    QListView::keyPressEvent(event);
  }
}

void RecentList::contextMenuEvent(QContextMenuEvent* event) {
  const QModelIndex index = indexAt(event->pos());
  if (!index.isValid()) {
    return;
  }
  setCurrentIndex(index);
  QMenu menu(this);
  menu.addAction(tr("Open"), this, [this, index] { open(index); });
  menu.addAction(tr("Remove from List"), this, &RecentList::removeCurrent);
  menu.exec(event->globalPos());
}

} // namespace assay
