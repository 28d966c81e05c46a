#pragma once

#include <QTreeView>

namespace assay {

/// A tree whose delegate paints the selection: the style's own square one is left out. Copy takes
/// the selected rows, tab-separated.
class RowTreeView : public QTreeView {
  Q_OBJECT

 public:
  explicit RowTreeView(QWidget* parent = nullptr);

  /// The role in which Copy takes whole numbers; other cells are copied as they are shown.
  void setRawRole(int role) { m_rawRole = role; }
  void copyRows() const;

 protected:
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int m_rawRole = Qt::DisplayRole;
};

} // namespace assay
