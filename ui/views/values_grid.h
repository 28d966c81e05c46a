#pragma once

#include "core/base/error.h"
#include "ui/jobs/job_slot.h"
#include "ui/jobs/values_job.h"
#include "ui/models/values_matrix.h"

#include <QAbstractScrollArea>
#include <memory>
#include <optional>

namespace assay {

/// The values of one tensor as a grid that paints only what is in sight, and reads only what is
/// near: rows and columns keep their indices at the edges. Any number of rows and columns.
class ValuesGrid : public QAbstractScrollArea {
  Q_OBJECT

 public:
  explicit ValuesGrid(QWidget* parent = nullptr);

  /// Shows a tensor's values; null for nothing.
  void setTensor(const std::shared_ptr<const Checkpoint>& checkpoint, TensorId tensor);
  void clear();

  [[nodiscard]] const ValuesMatrix& matrix() const { return m_matrix; }
  void setLeading(std::size_t axis, std::uint64_t position);
  void setNibbleOrder(NibbleOrder order);

  /// Makes a place the current cell and brings it into sight.
  void goTo(const ValuesMatrix::Place& place);
  [[nodiscard]] std::uint64_t currentRow() const { return m_row; }
  [[nodiscard]] std::uint64_t currentColumn() const { return m_column; }
  /// The text of a cell if it has been read.
  [[nodiscard]] std::optional<QString> cellText(std::uint64_t row, std::uint64_t column) const;

  /// Puts the selected cells on the clipboard, tab-separated, with plain signs.
  void copySelection();

  [[nodiscard]] QSize sizeHint() const override { return {600, 240}; }

 Q_SIGNALS:
  void leadingChanged();
  void currentChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  static constexpr int rowHeight = 23;
  static constexpr int headHeight = 24;
  static constexpr int cellInset = 8;
  struct Cell {
    std::uint64_t row;
    std::uint64_t column;
  };
  void measure();
  void layoutScrollBars();
  [[nodiscard]] std::uint64_t lastFirstRow() const;
  [[nodiscard]] std::uint64_t lastFirstColumn() const;
  void setFirst(std::uint64_t row, std::uint64_t column);
  [[nodiscard]] std::size_t visibleRows() const;
  [[nodiscard]] std::size_t visibleColumns() const;
  [[nodiscard]] std::optional<Cell> cellAt(const QPoint& position) const;
  void moveTo(std::uint64_t row, std::uint64_t column, bool extend);
  void bringIntoSight();
  void readVisible();
  void forget();
  void paintHeaders(QPainter& painter) const;
  void paintCells(QPainter& painter) const;
  void paintMessage(QPainter& painter) const;
  [[nodiscard]] bool isSelected(std::uint64_t row, std::uint64_t column) const;
  [[nodiscard]] QString describe(std::uint64_t row, std::uint64_t column) const;

  std::shared_ptr<const FileBytes> m_file;
  ValuesMatrix m_matrix;
  NibbleOrder m_order = NibbleOrder::LowFirst;
  ValueTexts m_texts;
  std::optional<Error> m_error;
  bool m_reading = false;
  std::uint64_t m_firstRow = 0; ///< in sight; exact where the scroll bars are scaled
  std::uint64_t m_firstColumn = 0;
  bool m_settingBars = false;
  std::uint64_t m_row = 0;
  std::uint64_t m_column = 0;
  std::uint64_t m_anchorRow = 0;
  std::uint64_t m_anchorColumn = 0;
  int m_cellWidth = 86;
  int m_headerWidth = 48;
  JobSlot m_job;
  JobSlot m_copyJob;
};

} // namespace assay
