#pragma once

#include "ui/views/values_grid.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;

namespace assay {

class ThemedLabel;

/// The part of the inspector with a tensor's values: title, slice, Go to, and the grid.
class ValuesSection : public QWidget {
  Q_OBJECT

 public:
  explicit ValuesSection(QWidget* parent = nullptr);
  void setTensor(const std::shared_ptr<const Checkpoint>& checkpoint, TensorId tensor);
  void clear();
  [[nodiscard]] ValuesGrid* grid() const { return m_grid; }
  void focusGoTo();
  /// Makes an element (by its index in the tensor) the current cell.
  void goToElement(std::uint64_t element);

 private:
  void buildSlice();
  void updateSlice();
  void updateNote(const TensorInfo& info);
  void goToText();

  ThemedLabel* m_caption;
  ThemedLabel* m_note;
  QWidget* m_slice;
  QCheckBox* m_swap;
  QLineEdit* m_goTo;
  ValuesGrid* m_grid;
};

} // namespace assay
