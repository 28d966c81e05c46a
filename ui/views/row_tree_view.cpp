#include "ui/views/row_tree_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
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

void RowTreeView::copyRows() const {
  QStringList lines;
  for (const QModelIndex& selected : selectionModel()->selectedRows()) {
    QStringList cells;
    for (int column = 0; column < model()->columnCount(); ++column) {
      const QModelIndex cell = selected.siblingAtColumn(column);
      const QVariant raw = cell.data(m_rawRole);
      QString text = raw.typeId() == QMetaType::ULongLong ? QString::number(raw.toULongLong())
                                                          : cell.data().toString();
      cells << text.replace(QLatin1Char('\t'), QLatin1Char(' '));
    }
    lines << cells.join(QLatin1Char('\t'));
  }
  if (!lines.isEmpty()) {
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
  }
}

void RowTreeView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copyRows();
    return;
  }
  QTreeView::keyPressEvent(event);
}

} // namespace assay
