// What can be done with the selected tensors: copying, menus, keys.

#include "ui/models/display_text.h"
#include "ui/models/outline_model.h"
#include "ui/models/tensor_list_model.h"
#include "ui/views/inspector.h"
#include "ui/views/outline_view.h"
#include "ui/views/tensor_list_view.h"
#include "ui/views/tensors_page.h"
#include "ui/views/values_section.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

namespace assay {
namespace {

/// Text for the clipboard: one cell may not break the table that it is pasted into.
QString cellOf(const QModelIndex& index) {
  QString text = index.data(Qt::DisplayRole).toString();
  return text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QChar(0x2212), QLatin1Char('-'));
}

/// Raw numbers where the model has them: they are pasted into spreadsheets.
QString rawCellOf(const QModelIndex& index, int sortRole) {
  const QVariant raw = index.data(sortRole);
  return raw.typeId() == QMetaType::ULongLong ? QString::number(raw.toULongLong()) : cellOf(index);
}

} // namespace

void TensorsPage::copyRows() const {
  const QAbstractItemView* view = currentView();
  const int sortRole =
      m_view == View::List ? int(TensorListModel::SortRole) : int(OutlineModel::SortRole);
  QStringList lines;
  for (const QModelIndex& selected : view->selectionModel()->selectedRows()) {
    QStringList cells;
    for (int column = 0; column < view->model()->columnCount(); ++column) {
      if (m_view == View::Outline || !m_list->isColumnHidden(column)) {
        cells.append(rawCellOf(selected.siblingAtColumn(column), sortRole));
      }
    }
    lines.append(cells.join(QLatin1Char('\t')));
  }
  if (!lines.isEmpty()) {
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
  }
}

void TensorsPage::copyNames() const {
  QStringList names;
  for (const QModelIndex& selected : currentView()->selectionModel()->selectedRows()) {
    names.append(m_view == View::List ? cellOf(selected)
                                      : display::oneLine(m_outlineModel->tree()->path(
                                            m_outlineModel->nodeOf(selected))));
  }
  if (!names.isEmpty()) {
    QGuiApplication::clipboard()->setText(names.join(QLatin1Char('\n')));
  }
}

void TensorsPage::selectNext() {
  if (m_view == View::List) {
    const int rows = m_listModel->rowCount();
    if (rows > 0) {
      const QModelIndex current = m_list->currentIndex();
      const int next = current.isValid() ? (current.row() + 1) % rows : 0;
      m_list->setCurrentIndex(m_listModel->index(next, qMax(0, current.column())));
    }
    return;
  }
  const QModelIndex first = m_outlineModel->index(0, 0, {});
  QModelIndex next = m_outline->currentIndex();
  // Groups are passed over. Twice to the end at most, once from here and once from the top.
  for (int wraps = 0; wraps < 2 && first.isValid();) {
    next = next.isValid() ? m_outline->indexBelow(next) : first;
    wraps += next.isValid() ? 0 : 1;
    if (next.isValid() && m_outlineModel->tensorOf(next)) {
      m_outline->setCurrentIndex(next.siblingAtColumn(0));
      return;
    }
  }
}

void TensorsPage::goToValue() {
  if (m_inspector->tensor()) {
    setInspectorShown(true);
    m_inspector->values()->focusGoTo();
  }
}

void TensorsPage::showContextMenu(QAbstractItemView* view, const QPoint& position) {
  if (!view->indexAt(position).isValid()) {
    return;
  }
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  connect(menu->addAction(tr("Copy")), &QAction::triggered, this, &TensorsPage::copyRows);
  connect(menu->addAction(tr("Copy Name")), &QAction::triggered, this, &TensorsPage::copyNames);
  if (view == m_outline) {
    const QPersistentModelIndex index = view->indexAt(position).siblingAtColumn(0);
    menu->addSeparator();
    QAction* expand = menu->addAction(tr("Expand All Below"));
    expand->setEnabled(m_outlineModel->hasChildren(index));
    connect(expand, &QAction::triggered, m_outline,
            [this, index] { m_outline->expandBelow(index); });
    QAction* collapse = menu->addAction(tr("Collapse All Below"));
    collapse->setEnabled(expand->isEnabled());
    connect(collapse, &QAction::triggered, m_outline,
            [this, index] { m_outline->collapseBelow(index); });
    connect(menu->addAction(tr("Expand Everything")), &QAction::triggered, m_outline,
            &OutlineView::expandEverything);
    connect(menu->addAction(tr("Collapse Everything")), &QAction::triggered, m_outline,
            &QTreeView::collapseAll);
  }
  menu->popup(view->viewport()->mapToGlobal(position));
}

bool TensorsPage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
    copyRows();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void TensorsPage::keyPressEvent(QKeyEvent* event) {
  // From the values or a field back to the list.
  if (event->key() == Qt::Key_Escape && !currentView()->hasFocus()) {
    currentView()->setFocus(Qt::OtherFocusReason);
    return;
  }
  QWidget::keyPressEvent(event);
}

} // namespace assay
