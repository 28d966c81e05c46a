// What can be done with the selected tensors: copying, menus, keys.

#include "ui/models/outline_model.h"
#include "ui/models/rows_text.h"
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
#include <algorithm>
#include <functional>
#include <vector>

namespace assay {
namespace {

/// More rows than this are made text of in the background.
constexpr std::size_t rowsAtOnce = 500;

void putOnClipboard(const QString& text) {
  if (!text.isEmpty()) {
    QGuiApplication::clipboard()->setText(text);
  }
}

} // namespace

std::vector<std::uint32_t> TensorsPage::selectedTensors() const {
  std::vector<int> rows;
  for (const QItemSelectionRange& range : m_list->selectionModel()->selection()) {
    for (int row = range.top(); row <= range.bottom(); ++row) {
      rows.push_back(row);
    }
  }
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  std::vector<std::uint32_t> tensors;
  tensors.reserve(rows.size());
  for (const int row : rows) {
    tensors.push_back(m_listModel->tensorAt(row).value);
  }
  return tensors;
}

std::vector<NameTree::Node> TensorsPage::selectedNodes() const {
  const NameTree& tree = *m_outlineModel->tree();
  std::vector<NameTree::Node> nodes;
  for (const QItemSelectionRange& range : m_outline->selectionModel()->selection()) {
    const auto inner = tree.children(m_outlineModel->nodeOf(range.parent()));
    nodes.insert(nodes.end(), inner.begin() + range.top(), inner.begin() + range.bottom() + 1);
  }
  std::sort(nodes.begin(), nodes.end(),
            [&tree](NameTree::Node a, NameTree::Node b) { return tree.isAbove(a, b); });
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

void TensorsPage::copySelection(bool namesOnly) {
  if (!m_checkpoint || !m_outlineModel->tree()) {
    return;
  }
  std::function<QString(const StopToken&)> work;
  std::size_t count = 0;
  if (m_view == View::List) {
    std::vector<TensorColumn> columns{TensorColumn::Name};
    for (const TensorColumnFacts& facts : tensorColumns().subspan(1)) {
      if (!namesOnly && !m_list->isColumnHidden(static_cast<int>(facts.column))) {
        columns.push_back(facts.column);
      }
    }
    const auto tensors = selectedTensors();
    count = tensors.size();
    work = [checkpoint = m_checkpoint, tensors, columns](const StopToken& stop) {
      return listRowsText(*checkpoint, tensors, columns, stop);
    };
  } else {
    const auto nodes = selectedNodes();
    count = nodes.size();
    const auto what = namesOnly ? OutlineRows::NamesOnly : OutlineRows::AllColumns;
    work = [checkpoint = m_checkpoint, tree = m_outlineModel->tree(), nodes,
            what](const StopToken& stop) {
      return outlineRowsText(*checkpoint, *tree, nodes, what, stop);
    };
  }
  if (count <= rowsAtOnce) {
    putOnClipboard(work({}));
  } else {
    m_copyJob.start(work, putOnClipboard);
  }
}

void TensorsPage::copyRows() {
  copySelection(false);
}

void TensorsPage::copyNames() {
  copySelection(true);
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
