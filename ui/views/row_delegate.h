#pragma once

#include <QStyledItemDelegate>

namespace assay {

/// Paints the text of rows: fixed height, quiet text where the model says so, white on the
/// selection. The selection's shape itself is the view's.
class RowDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  /// `quietRole`: the model's role that is true for secondary text.
  explicit RowDelegate(int quietRole, QObject* parent = nullptr);

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                               const QModelIndex& index) const override;

 private:
  int m_quietRole;
};

} // namespace assay
