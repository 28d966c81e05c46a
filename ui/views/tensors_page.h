#pragma once

#include "core/checkpoint/checkpoint.h"

#include <QWidget>
#include <memory>

namespace assay {

/// The page with the outline or list of all tensors.
class TensorsPage : public QWidget {
  Q_OBJECT

 public:
  explicit TensorsPage(QWidget* parent = nullptr);

  /// Shows another checkpoint; null empties the page.
  void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
  void setFilterText(const QString& text);
  void selectTensor(TensorId id);
  /// Selects the group with this dotted path, such as "model.layers.0".
  void selectGroup(const QString& dottedPath);

 private:
  std::shared_ptr<const Checkpoint> m_checkpoint;
};

} // namespace assay
