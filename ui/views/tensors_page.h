#pragma once

#include "core/checkpoint/checkpoint.h"
#include "ui/jobs/job_slot.h"
#include "ui/jobs/tensor_rows_job.h"

#include <QWidget>
#include <array>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

class QAbstractItemView;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace assay {

class Inspector;
class OutlineModel;
class OutlineView;
class SegmentedControl;
class TensorListModel;
class TensorListView;
class ThemedLabel;

/// The page with the outline or list of all tensors and the inspector beside it. Filtering, sorting
/// and grouping are one background job, of which the newest request wins.
class TensorsPage : public QWidget {
  Q_OBJECT

 public:
  enum class View : std::uint8_t { Outline, List };

  explicit TensorsPage(QWidget* parent = nullptr);
  ~TensorsPage() override;

  /// Shows another checkpoint; null empties the page.
  void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
  void setFilterText(const QString& text);
  void selectTensor(TensorId id);
  /// Selects the group with this dotted path, such as "model.layers.0".
  void selectGroup(const QString& dottedPath);

  void showView(View view);
  [[nodiscard]] View view() const { return m_view; }
  void setInspectorShown(bool shown);
  [[nodiscard]] bool isInspectorShown() const;
  /// Selects the next tensor of those that the filter shows; after the last the first.
  void selectNext();
  /// The dotted names of the selected rows, one a line.
  void copyNames();
  /// The selected rows, tab-separated, in the columns that show.
  void copyRows();
  /// Puts the focus into the Go to field of the values.
  void goToValue();

  [[nodiscard]] OutlineView* outline() const { return m_outline; }
  [[nodiscard]] TensorListView* list() const { return m_list; }
  [[nodiscard]] Inspector* inspector() const { return m_inspector; }
  /// Whether a filter or order is still being worked out.
  [[nodiscard]] bool isWorking() const { return m_rowsJob.isRunning(); }

 Q_SIGNALS:
  /// The reader clicked Clear Filter.
  void clearFilterRequested();
  void viewChanged();
  /// Rows for the newest filter and order are shown.
  void rowsShown();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildBar();
  void updateInspectorIcon();
  void buildViews();
  void buildNoMatch();
  void connectViews();
  void recompute();
  void showRows(const TensorRows& rows);
  void showTree(const TensorRows& rows);
  void openFirstGroups();
  void openGroupsAgain();
  void noteOpened(const QModelIndex& group, bool open);
  void sortBy(int column);
  void showSelection();
  void restoreSelection();
  void copySelection(bool namesOnly);
  [[nodiscard]] std::vector<std::uint32_t> selectedTensors() const; ///< of the list, in its order
  [[nodiscard]] std::vector<NameTree::Node> selectedNodes() const;  ///< of the outline, from above
  void showContextMenu(QAbstractItemView* view, const QPoint& position);
  [[nodiscard]] QAbstractItemView* currentView() const;

  std::shared_ptr<const Checkpoint> m_checkpoint;
  RowOrderRequest m_request;
  QString m_filterText;
  View m_view = View::Outline;
  std::array<bool, 2> m_inspectorShown{true, false}; ///< by view
  std::optional<TensorId> m_selected;
  std::shared_ptr<const NameTree> m_wholeTree; ///< of all tensors, kept while a filter shows less
  TensorFilter m_shownFilter;                  ///< of the tree that is shown
  std::unordered_set<NameTree::Node> m_openGroups; ///< of the whole tree
  std::optional<TensorId> m_wanted;                ///< to be selected once its rows are there
  QString m_wantedGroup;
  JobSlot m_rowsJob;
  JobSlot m_copyJob;

  QWidget* m_bar = nullptr;
  SegmentedControl* m_viewChoice = nullptr;
  QToolButton* m_columns = nullptr;
  QToolButton* m_inspectorButton = nullptr;
  QSplitter* m_splitter = nullptr;
  QStackedWidget* m_stack = nullptr;
  OutlineModel* m_outlineModel = nullptr;
  OutlineView* m_outline = nullptr;
  TensorListModel* m_listModel = nullptr;
  TensorListView* m_list = nullptr;
  QWidget* m_noMatch = nullptr;
  ThemedLabel* m_noMatchText = nullptr;
  Inspector* m_inspector = nullptr;
};

} // namespace assay
