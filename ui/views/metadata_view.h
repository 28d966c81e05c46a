#pragma once

#include "core/checkpoint/checkpoint.h"

#include <QWidget>

class QVBoxLayout;

namespace assay {

/// The metadata of a checkpoint's first shard that has any, as "key = value"; values of more than
/// three lines are shown by their beginning until asked for.
class MetadataView : public QWidget {
  Q_OBJECT

 public:
  explicit MetadataView(QWidget* parent = nullptr);
  void setCheckpoint(const Checkpoint& checkpoint);
  [[nodiscard]] bool isEmpty() const { return m_empty; }

 private:
  void addEntry(const std::string& key, const std::string& value);
  QVBoxLayout* m_layout;
  bool m_empty = true;
};

} // namespace assay
