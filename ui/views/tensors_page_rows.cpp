// Which tensors the page shows: filter, order, and which groups of the outline are open.

#include "ui/models/display_text.h"
#include "ui/models/outline_model.h"
#include "ui/models/tensor_list_model.h"
#include "ui/views/inspector.h"
#include "ui/views/outline_view.h"
#include "ui/views/tensor_list_view.h"
#include "ui/views/tensors_page.h"
#include "ui/views/themed_label.h"

#include <QHeaderView>
#include <QStackedWidget>
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace assay {

void TensorsPage::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint) {
  m_rowsJob.stop();
  m_checkpoint = std::move(checkpoint);
  m_selected.reset();
  m_wholeTree = nullptr;
  m_openGroups.clear();
  m_inspector->showNothing();
  m_outlineModel->setTree(m_checkpoint, nullptr);
  m_listModel->setCheckpoint(m_checkpoint);
  if (m_checkpoint) {
    recompute();
  }
}

void TensorsPage::setFilterText(const QString& text) {
  m_filterText = text.trimmed();
  TensorFilter filter(text);
  if (filter == m_request.filter) {
    return;
  }
  m_request.filter = std::move(filter);
  if (m_checkpoint) {
    recompute();
  }
}

void TensorsPage::sortBy(int column) {
  m_request.sortBy.reset();
  if (column >= 0) {
    m_request.sortBy = static_cast<TensorColumn>(column);
  }
  m_request.descending = m_list->horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder;
  if (m_checkpoint) {
    recompute();
  }
}

void TensorsPage::recompute() {
  std::shared_ptr<const NameTree> made;
  if (m_request.filter == m_shownFilter) {
    made = m_outlineModel->tree();
  } else if (m_request.filter.isEmpty()) {
    made = m_wholeTree;
  }
  m_rowsJob.start(
      [checkpoint = m_checkpoint, request = m_request, made](const StopToken& stop) {
        return computeTensorRows(*checkpoint, request, made, stop);
      },
      [this, filter = m_request.filter](const TensorRows& rows) {
        m_shownFilter = filter;
        showRows(rows);
      });
}

void TensorsPage::showRows(const TensorRows& rows) {
  if (!rows.order) {
    return;
  }
  const bool nothing = rows.order->empty() && rows.filtered;
  const QSignalBlocker quietOutline(m_outline->selectionModel());
  const QSignalBlocker quietList(m_list->selectionModel());
  m_listModel->setOrder(rows.order);
  if (nothing) {
    m_noMatchText->setText(
        tr("No tensor matches “%1”").arg(display::oneLine(m_filterText.toStdString())));
  }
  m_stack->setCurrentWidget(nothing ? m_noMatch : currentView());
  if (rows.tree != m_outlineModel->tree()) {
    showTree(rows);
  }
  if (m_wanted) {
    selectTensor(*std::exchange(m_wanted, std::nullopt));
  } else if (!m_wantedGroup.isEmpty()) {
    selectGroup(std::exchange(m_wantedGroup, {}));
  } else {
    restoreSelection();
  }
  Q_EMIT rowsShown();
}

void TensorsPage::showTree(const TensorRows& rows) {
  m_outlineModel->setTree(m_checkpoint, rows.tree);
  constexpr std::size_t fewTensors = 400; // what a filter leaves is shown whole where it is little
  if (rows.filtered) {
    if (rows.order->size() <= fewTensors) {
      m_outline->expandEverything();
    } else {
      openFirstGroups();
    }
  } else if (m_wholeTree) {
    openGroupsAgain();
  } else {
    m_wholeTree = rows.tree;
    openFirstGroups();
  }
}

void TensorsPage::noteOpened(const QModelIndex& group, bool open) {
  if (m_outlineModel->tree() != m_wholeTree) {
    return;
  }
  if (open) {
    m_openGroups.insert(m_outlineModel->nodeOf(group));
  } else {
    m_openGroups.erase(m_outlineModel->nodeOf(group));
  }
}

void TensorsPage::openGroupsAgain() {
  // From above: opening a row is quick where little stands below it.
  std::vector<NameTree::Node> nodes(m_openGroups.begin(), m_openGroups.end());
  std::sort(nodes.begin(), nodes.end(),
            [this](NameTree::Node a, NameTree::Node b) { return m_wholeTree->isAbove(a, b); });
  QModelIndexList groups;
  groups.reserve(static_cast<qsizetype>(nodes.size()));
  for (const NameTree::Node node : nodes) {
    groups.append(m_outlineModel->indexOf(node));
  }
  m_outline->expandThese(groups);
}

void TensorsPage::openFirstGroups() {
  // The first groups, as far as they lead to little, and then all of one layer: a reader sees the
  // model's plan at once. Folds stay closed.
  constexpr std::size_t mostRows = 64;
  const NameTree& tree = *m_outlineModel->tree();
  const auto isGroup = [&tree](NameTree::Node node) {
    return tree.kind(node) == NameTree::Kind::Group;
  };
  NameTree::Node node = NameTree::root;
  while (tree.children(node).size() <= mostRows && tree.sums(node).tensors > mostRows) {
    const auto inner = tree.children(node);
    const auto first = std::find_if(inner.begin(), inner.end(), isGroup);
    if (first == inner.end()) {
      return;
    }
    node = *first;
    m_outline->expand(m_outlineModel->indexOf(node));
  }
  std::vector<NameTree::Node> open{node};
  while (tree.sums(node).tensors <= mostRows && !open.empty()) {
    const NameTree::Node next = open.back();
    open.pop_back();
    m_outline->expand(m_outlineModel->indexOf(next));
    const auto inner = tree.children(next);
    std::copy_if(inner.begin(), inner.end(), std::back_inserter(open), isGroup);
  }
}

} // namespace assay
