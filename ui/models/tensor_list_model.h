#pragma once

#include "ui/models/row_order.h"

#include <QAbstractTableModel>
#include <memory>
#include <vector>

namespace assay {

/// The flat list of tensors: a projection of the table through a row order that a job has made.
/// Keeps nothing per row but that order.
class TensorListModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role {
    SortRole = Qt::UserRole, ///< the raw number, or the text
    TensorRole,              ///< the tensor's id as uint
    QuietRole,               ///< true where the text is secondary
  };

  explicit TensorListModel(QObject* parent = nullptr);

  void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
  /// Swaps the rows in at once. Selections have to be restored by the view.
  void setOrder(RowOrder order);
  [[nodiscard]] const RowOrder& order() const { return m_order; }
  [[nodiscard]] TensorId tensorAt(int row) const;
  /// The row of a tensor, or -1 where it is not shown. Linear in the rows.
  [[nodiscard]] int rowOf(TensorId id) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                    int role) const override;

 private:
  [[nodiscard]] QVariant sortValue(const TensorInfo& info, TensorColumn column) const;
  std::shared_ptr<const Checkpoint> m_checkpoint;
  RowOrder m_order;
};

} // namespace assay
