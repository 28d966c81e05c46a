#pragma once

#include <QStyledItemDelegate>

namespace assay {

/// Paints the text of rows: fixed height, quiet text where the model says so, white on the
/// selection. The selection's shape itself is the view's.
class RowDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  /// `quietRole`: the model's role that is true for secondary text. The edges are the distances of
  /// the first column's text from the left and of the last one's from the right.
  RowDelegate(int quietRole, int leftEdge, int rightEdge, QObject* parent = nullptr);

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                               const QModelIndex& index) const override;

 private:
  int m_quietRole;
  int m_leftEdge;
  int m_rightEdge;
};

} // namespace assay
