#include "ui/models/outline_model.h"

#include "ui/models/display_text.h"
#include "ui/models/outline_text.h"

#include <array>

namespace assay {

OutlineModel::OutlineModel(QObject* parent) : QAbstractItemModel(parent) {}

void OutlineModel::setTree(std::shared_ptr<const Checkpoint> checkpoint,
                           std::shared_ptr<const NameTree> tree) {
  beginResetModel();
  m_checkpoint = std::move(checkpoint);
  m_tree = std::move(tree);
  endResetModel();
}

NameTree::Node OutlineModel::nodeOf(const QModelIndex& index) const {
  return index.isValid() ? static_cast<NameTree::Node>(index.internalId()) : NameTree::root;
}

QModelIndex OutlineModel::indexOf(NameTree::Node node, int column) const {
  if (!m_tree || node == NameTree::root) {
    return {};
  }
  return createIndex(static_cast<int>(m_tree->rowInParent(node)), column, quintptr{node});
}

std::optional<TensorId> OutlineModel::tensorOf(const QModelIndex& index) const {
  if (!m_tree || !index.isValid() || m_tree->kind(nodeOf(index)) != NameTree::Kind::Tensor) {
    return std::nullopt;
  }
  return m_tree->tensor(nodeOf(index));
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) {
    return {};
  }
  const NameTree::Node node = m_tree->children(nodeOf(parent))[static_cast<std::size_t>(row)];
  return createIndex(row, column, quintptr{node});
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const {
  return child.isValid() ? indexOf(m_tree->parent(nodeOf(child))) : QModelIndex();
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
  if (!m_tree || parent.column() > 0) {
    return 0;
  }
  return static_cast<int>(m_tree->children(nodeOf(parent)).size());
}

int OutlineModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QString OutlineModel::text(NameTree::Node node, int column) const {
  return outlineCellText(*m_checkpoint, *m_tree, node, column);
}

QVariant OutlineModel::sortValue(NameTree::Node node, int column) const {
  if (column == SizeColumn) {
    return QVariant::fromValue<qulonglong>(m_tree->sums(node).bytes);
  }
  return text(node, column);
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
    return {};
  }
  const NameTree::Node node = nodeOf(index);
  const bool group = m_tree->kind(node) != NameTree::Kind::Tensor;
  switch (role) {
  case Qt::DisplayRole:
  case Qt::AccessibleTextRole:
    return text(node, index.column());
  case Qt::ToolTipRole:
    return index.column() == NameColumn   ? outlinePathText(*m_tree, node)
           : index.column() == SizeColumn ? display::exactBytes(m_tree->sums(node).bytes)
                                          : QVariant();
  case Qt::TextAlignmentRole:
    return QVariant::fromValue<int>(
        Qt::AlignVCenter | (index.column() == SizeColumn ? Qt::AlignRight : Qt::AlignLeft));
  case SortRole:
    return sortValue(node, index.column());
  case NodeRole:
    return node;
  case QuietRole:
    return index.column() != NameColumn && (group || index.column() == DtypeColumn);
  default:
    return {};
  }
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const {
  constexpr std::array titles{"Name", "Shape", "Dtype", "Size"};
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
    return {};
  }
  if (role == Qt::DisplayRole) {
    return QString::fromUtf8(titles[static_cast<std::size_t>(section)]);
  }
  if (role == Qt::TextAlignmentRole) {
    return QVariant::fromValue<int>(Qt::AlignVCenter |
                                    (section == SizeColumn ? Qt::AlignRight : Qt::AlignLeft));
  }
  return {};
}

} // namespace assay
