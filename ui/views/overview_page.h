#pragma once

#include "ui/jobs/checkpoint_opening.h"

#include <QScrollArea>

class QStackedLayout;
class QVBoxLayout;

namespace assay {

class FactGrid;
class FileMapBar;
class FileMapLegend;
class FindingsView;
class MetadataView;
class TensorStateTable;
class VerdictCard;
class WrongFileView;

/// The first page: what could be read, what the reference loader would say, where the bytes lie,
/// facts, findings and metadata; for a damaged file the tensors and how much of each is there; for
/// a wrong file what it is.
class OverviewPage : public QScrollArea {
  Q_OBJECT

 public:
  enum class Kind : std::uint8_t { Sound, Damaged, WrongFile };

  explicit OverviewPage(QWidget* parent = nullptr);

  void setOpened(const OpenedCheckpoint& opened);
  [[nodiscard]] Kind kind() const { return m_kind; }
  [[nodiscard]] VerdictCard* readingCard() const { return m_reading; }
  [[nodiscard]] VerdictCard* referenceCard() const { return m_reference; }
  [[nodiscard]] FileMapBar* fileMap() const { return m_map; }
  [[nodiscard]] TensorStateTable* stateTable() const { return m_table; }
  [[nodiscard]] FindingsView* findings() const { return m_findings; }
  [[nodiscard]] WrongFileView* wrongFile() const { return m_wrong; }

 Q_SIGNALS:
  void tensorActivated(assay::TensorId id);
  void groupActivated(const QString& dottedPath);

 private:
  void buildCheckpointView();
  [[nodiscard]] QWidget* buildHead();
  void arrange(Kind kind);
  void arrangeSound();
  void arrangeDamaged();
  void fill();
  void activateSegment(std::size_t segment);
  void activateName(const QString& name);

  OpenedCheckpoint m_opened;
  Kind m_kind = Kind::Sound;
  QWidget* m_checkpointView = nullptr;
  QVBoxLayout* m_body = nullptr; ///< below the file map; arranged by kind
  QWidget* m_arranged = nullptr;
  VerdictCard* m_reading = nullptr;
  VerdictCard* m_reference = nullptr;
  FileMapBar* m_map = nullptr;
  FileMapLegend* m_legend = nullptr;
  FactGrid* m_facts = nullptr;
  FindingsView* m_findings = nullptr;
  MetadataView* m_metadata = nullptr;
  TensorStateTable* m_table = nullptr;
  WrongFileView* m_wrong = nullptr;
};

} // namespace assay
