#include "ui/models/tensor_list_model.h"

#include <algorithm>
#include <limits>

namespace assay {

TensorListModel::TensorListModel(QObject* parent) : QAbstractTableModel(parent) {}

void TensorListModel::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint) {
  beginResetModel();
  m_checkpoint = std::move(checkpoint);
  m_order = nullptr;
  endResetModel();
}

void TensorListModel::setOrder(RowOrder order) {
  beginResetModel();
  m_order = std::move(order);
  endResetModel();
}

TensorId TensorListModel::tensorAt(int row) const {
  return TensorId{(*m_order)[static_cast<std::size_t>(row)]};
}

int TensorListModel::rowOf(TensorId id) const {
  if (!m_order) {
    return -1;
  }
  const auto found = std::find(m_order->begin(), m_order->end(), id.value);
  return found == m_order->end() ? -1 : static_cast<int>(found - m_order->begin());
}

int TensorListModel::rowCount(const QModelIndex& parent) const {
  if (parent.isValid() || !m_order) {
    return 0;
  }
  constexpr std::size_t most = std::numeric_limits<int>::max();
  return static_cast<int>(std::min(m_order->size(), most));
}

int TensorListModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(tensorColumns().size());
}

QVariant TensorListModel::sortValue(const TensorInfo& info, TensorColumn column) const {
  if (tensorColumnFacts(column).numeric) {
    return QVariant::fromValue<qulonglong>(tensorSortNumber(info, column));
  }
  return tensorCellText(*m_checkpoint, info, column);
}

QVariant TensorListModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
    return {};
  }
  const auto column = static_cast<TensorColumn>(index.column());
  const TensorInfo info = m_checkpoint->table()[tensorAt(index.row())];
  switch (role) {
  case Qt::DisplayRole:
  case Qt::AccessibleTextRole:
    return tensorCellText(*m_checkpoint, info, column);
  case Qt::ToolTipRole:
    return column == TensorColumn::Name ? tensorCellText(*m_checkpoint, info, column) : QVariant();
  case Qt::TextAlignmentRole:
    return QVariant::fromValue<int>(
        Qt::AlignVCenter | (tensorColumnFacts(column).numeric ? Qt::AlignRight : Qt::AlignLeft));
  case SortRole:
    return sortValue(info, column);
  case TensorRole:
    return info.id.value;
  case QuietRole:
    return column == TensorColumn::Dtype || info.state != TensorState::Present;
  default:
    return {};
  }
}

QVariant TensorListModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
    return {};
  }
  const TensorColumnFacts& facts = tensorColumns()[static_cast<std::size_t>(section)];
  switch (role) {
  case Qt::DisplayRole:
    return QString::fromUtf8(facts.title);
  case Qt::ToolTipRole:
    return QString::fromUtf8(facts.toolTip);
  case Qt::TextAlignmentRole:
    return QVariant::fromValue<int>(Qt::AlignVCenter |
                                    (facts.numeric ? Qt::AlignRight : Qt::AlignLeft));
  default:
    return {};
  }
}

} // namespace assay
