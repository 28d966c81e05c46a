#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/tensor/name_tree.h"

#include <QScrollArea>
#include <memory>
#include <optional>

namespace assay {

class FactList;
class TensorNameLabel;
class ThemedLabel;
class ValuesSection;

/// What is known of the selected tensor or group, as one scrolling column of sections.
class Inspector : public QScrollArea {
  Q_OBJECT

 public:
  explicit Inspector(QWidget* parent = nullptr);

  void showNothing();
  void showTensor(const std::shared_ptr<const Checkpoint>& checkpoint, TensorId tensor);
  void showGroup(const std::shared_ptr<const Checkpoint>& checkpoint, const NameTree& tree,
                 NameTree::Node node);

  [[nodiscard]] ValuesSection* values() const { return m_values; }
  [[nodiscard]] std::optional<TensorId> tensor() const { return m_tensor; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  ThemedLabel* m_nothing;
  QWidget* m_content;
  TensorNameLabel* m_name;
  FactList* m_facts;
  ThemedLabel* m_state;
  ValuesSection* m_values;
  QWidget* m_valuesLine;
  std::optional<TensorId> m_tensor;
};

} // namespace assay
