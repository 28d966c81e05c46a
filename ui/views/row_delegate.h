#pragma once

#include <QStyledItemDelegate>

class QHeaderView;

namespace assay {

/// Paints the text of rows: fixed height, quiet text where the model says so, white on the
/// selection. The selection's shape is the view's, where this is not told to paint it.
class RowDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  /// `quietRole`: the model's role that is true for secondary text. The edges are the distances of
  /// the first column's text from the left and of the last one's from the right.
  RowDelegate(int quietRole, int leftEdge, int rightEdge, QObject* parent = nullptr);

  /// Paints the selection too, rounded at the first and last of the columns that this header shows.
  void paintSelectionOf(const QHeaderView* columns) { m_columns = columns; }

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                               const QModelIndex& index) const override;

 private:
  [[nodiscard]] bool isLastShown(const QModelIndex& index) const;
  int m_quietRole;
  int m_leftEdge;
  int m_rightEdge;
  const QHeaderView* m_columns = nullptr;
};

} // namespace assay
