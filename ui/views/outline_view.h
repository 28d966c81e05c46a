#pragma once

#include <QTreeView>
#include <cstdint>

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
  /// Opens these groups and nothing else, a few at a time; outer ones should come first.
  void expandThese(const QModelIndexList& groups);
  /// Closes a group and all groups below it.
  void collapseBelow(const QModelIndex& index);
  /// Whether groups are still being opened or closed.
  [[nodiscard]] bool isExpanding() const { return !m_pending.isEmpty(); }
  void stopExpanding();
  /// Selects all rows that show, unless they are more than a selection across groups can hold.
  void selectAll() override;

 Q_SIGNALS:
  void expansionFinished();

 protected:
  void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
  void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
  void keyPressEvent(QKeyEvent* event) override;
  void reset() override;
  void setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags command) override;

 private:
  enum class Change : std::uint8_t { Open, OpenBelow, CloseBelow };
  struct Pending {
    QModelIndex index; ///< stays valid: the model changes by resets only, which clear this
    Change change;
  };
  void changeSlice();
  void pendGroupsIn(const QModelIndex& parent, Change change);
  QList<Pending> m_pending; ///< the next one is the last
  QTimer* m_timer;
};

} // namespace assay
