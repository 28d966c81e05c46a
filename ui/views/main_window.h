#pragma once

#include "core/checkpoint/checkpoint.h"

#include <QMainWindow>
#include <memory>

class QLineEdit;
class QStackedWidget;
class QToolBar;

namespace assay {

class SegmentedControl;
class TensorsPage;

/// A window on one checkpoint.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  enum class Page : std::uint8_t { Overview, Tensors };

  explicit MainWindow(QWidget* parent = nullptr);

  void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
  void showPage(Page page);

 private:
  void buildToolbar();
  QToolBar* m_toolbar = nullptr;
  SegmentedControl* m_pageChoice = nullptr;
  QLineEdit* m_search = nullptr;
  QStackedWidget* m_pages = nullptr;
  QWidget* m_overview = nullptr;
  TensorsPage* m_tensors = nullptr;
  std::shared_ptr<const Checkpoint> m_checkpoint;
};

} // namespace assay
