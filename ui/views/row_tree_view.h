#pragma once

#include <QTreeView>

namespace assay {

/// A tree whose delegate paints the selection: the style's own square one is left out.
class RowTreeView : public QTreeView {
  Q_OBJECT

 public:
  explicit RowTreeView(QWidget* parent = nullptr);

 protected:
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace assay
