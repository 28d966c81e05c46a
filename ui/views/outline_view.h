#pragma once

#include <QTreeView>

class QTimer;

namespace assay {

/// The tree of tensors with the Mac's chevrons and rounded selection. ⌥ (Alt) with an arrow opens
/// or closes everything below; that goes in slices, so that 100,000 rows do not hold the window.
class OutlineView : public QTreeView {
  Q_OBJECT

 public:
  explicit OutlineView(QWidget* parent = nullptr);

  /// Opens a group and all groups below it, a few at a time.
  void expandBelow(const QModelIndex& index);
  /// Opens everything.
  void expandEverything();
  [[nodiscard]] bool isExpanding() const { return !m_toExpand.isEmpty(); }
  void stopExpanding();

 Q_SIGNALS:
  void expansionFinished();

 protected:
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
  void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
  void keyPressEvent(QKeyEvent* event) override;
  void reset() override;

 private:
  void expandSlice();
  QList<QPersistentModelIndex> m_toExpand;
  QTimer* m_timer;
};

} // namespace assay
