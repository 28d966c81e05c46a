#pragma once

#include <QStyledItemDelegate>

namespace assay {

/// Paints the rows of the table of a damaged file: a shape before the name, grey text where nothing
/// of a tensor is there, a rounded selection.
class TensorStateDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                               const QModelIndex& index) const override;
};

} // namespace assay
