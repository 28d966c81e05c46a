#include "ui/views/row_tree_view.h"

#include <QPainter>

namespace assay {

RowTreeView::RowTreeView(QWidget* parent) : QTreeView(parent) {
  setFrameShape(QFrame::NoFrame);
  setUniformRowHeights(true);
}

void RowTreeView::drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
  QStyleOptionViewItem plain(option);
  plain.palette.setColor(QPalette::Highlight, Qt::transparent);
  QTreeView::drawRow(painter, plain, index);
}

} // namespace assay
