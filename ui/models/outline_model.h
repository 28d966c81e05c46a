#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/tensor/name_tree.h"
#include "ui/models/outline_text.h"

#include <QAbstractItemModel>
#include <memory>
#include <optional>

namespace assay {

/// The tree of names as an item model: a projection of a NameTree, which keeps nothing of its own.
class OutlineModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column {
    NameColumn = OutlineName,
    ShapeColumn = OutlineShape,
    DtypeColumn = OutlineDtype,
    SizeColumn = OutlineSize,
    ColumnCount = OutlineColumnCount,
  };
  enum Role {
    SortRole = Qt::UserRole, ///< the raw number, or the text
    NodeRole,                ///< the node as uint
    QuietRole,               ///< true where the text is secondary
  };

  explicit OutlineModel(QObject* parent = nullptr);

  /// Shows a tree that was made from the checkpoint's table; null for nothing.
  void setTree(std::shared_ptr<const Checkpoint> checkpoint, std::shared_ptr<const NameTree> tree);
  [[nodiscard]] const std::shared_ptr<const NameTree>& tree() const { return m_tree; }

  [[nodiscard]] NameTree::Node nodeOf(const QModelIndex& index) const;
  [[nodiscard]] QModelIndex indexOf(NameTree::Node node, int column = NameColumn) const;
  /// The tensor of an index, if it is one's.
  [[nodiscard]] std::optional<TensorId> tensorOf(const QModelIndex& index) const;

  [[nodiscard]] QModelIndex index(int row, int column,
                                  const QModelIndex& parent = {}) const override;
  [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                    int role) const override;

 private:
  [[nodiscard]] QString text(NameTree::Node node, int column) const;
  [[nodiscard]] QVariant sortValue(NameTree::Node node, int column) const;

  std::shared_ptr<const Checkpoint> m_checkpoint;
  std::shared_ptr<const NameTree> m_tree;
};

} // namespace assay
