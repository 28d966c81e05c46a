#pragma once

#include "core/checkpoint/checkpoint.h"

#include <QWidget>
#include <memory>

class QPushButton;

namespace assay {

class FactGrid;
class HexView;
class ThemedLabel;
class VerdictCard;

/// A file that is not a checkpoint: what it is, what the reference loader would say, and the bytes
/// it begins with (or those around the place at which its header breaks).
class WrongFileView : public QWidget {
  Q_OBJECT

 public:
  explicit WrongFileView(QWidget* parent = nullptr);
  void setCheckpoint(const std::shared_ptr<const Checkpoint>& checkpoint);
  [[nodiscard]] VerdictCard* reading() const { return m_reading; }
  [[nodiscard]] HexView* bytes() const { return m_bytes; }

 private:
  void showBytes();
  std::shared_ptr<const Checkpoint> m_checkpoint;
  VerdictCard* m_reading;
  VerdictCard* m_reference;
  ThemedLabel* m_bytesTitle;
  ThemedLabel* m_bytesCaption;
  QPushButton* m_showBytes;
  HexView* m_bytes;
  FactGrid* m_facts;
};

} // namespace assay
