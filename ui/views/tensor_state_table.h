#pragma once

#include "ui/models/tensor_state_model.h"

#include <QWidget>

namespace assay {

class RowTreeView;
class SegmentedControl;
class ThemedLabel;

/// The tensors of a damaged file with what there is of each, and a choice of All, Complete, Cut off
/// and Missing above them.
class TensorStateTable : public QWidget {
  Q_OBJECT

 public:
  explicit TensorStateTable(QWidget* parent = nullptr);
  /// Shows a checkpoint, scrolled to the first tensor that is not complete.
  void setCheckpoint(const std::shared_ptr<const Checkpoint>& checkpoint,
                     const TensorStateModel::Counters& counters);
  [[nodiscard]] TensorStateModel* model() const { return m_model; }
  [[nodiscard]] SegmentedControl* filter() const { return m_filter; }
  [[nodiscard]] RowTreeView* view() const { return m_view; }

 Q_SIGNALS:
  void tensorActivated(assay::TensorId id);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildView();
  void sizeColumns();
  void showFirstDamage();
  TensorStateModel* m_model;
  SegmentedControl* m_filter;
  RowTreeView* m_view;
};

} // namespace assay
