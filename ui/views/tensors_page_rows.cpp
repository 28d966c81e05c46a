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
  // In the order of the rows, and a fold before its members: opening a row is quick where little
  // stands below it.
  const NameTree& tree = *m_wholeTree;
  const auto place = [&tree](NameTree::Node node) {
    const bool fold = tree.kind(node) == NameTree::Kind::Fold;
    return std::pair(fold ? tree.children(node).front() : node, !fold);
  };
  std::vector<NameTree::Node> nodes(m_openGroups.begin(), m_openGroups.end());
  std::sort(nodes.begin(), nodes.end(),
            [&](NameTree::Node a, NameTree::Node b) { return place(a) < place(b); });
  QModelIndexList groups;
  groups.reserve(static_cast<qsizetype>(nodes.size()));
  for (const NameTree::Node node : nodes) {
    groups.append(m_outlineModel->indexOf(node));
  }
  m_outline->expandThese(groups);
}

void TensorsPage::openFirstGroups() {
  // The first groups, as far as they lead to little: a reader sees the model's plan at once.
  constexpr int mostRows = 64;
  QModelIndex index;
  while (m_outlineModel->rowCount(index) > 0 && m_outlineModel->rowCount(index) <= mostRows) {
    QModelIndex next;
    for (int row = 0; row < m_outlineModel->rowCount(index); ++row) {
      const QModelIndex child = m_outlineModel->index(row, 0, index);
      if (m_outlineModel->hasChildren(child)) {
        next = child;
        break;
      }
    }
    if (!next.isValid()) {
      break;
    }
    m_outline->expand(next);
    index = next;
  }
}

} // namespace assay
