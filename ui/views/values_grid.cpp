#include "ui/views/values_grid.h"

#include "ui/models/display_text.h"
#include "ui/views/theme.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cstdlib>

namespace assay {
namespace {

constexpr std::uint64_t scrollSteps = 1'000'000'000; ///< a scroll bar counts in int

/// Bars of more than `scrollSteps` positions are scaled.
int toBar(std::uint64_t position, std::uint64_t last) {
  if (last <= scrollSteps) {
    return static_cast<int>(position);
  }
  return static_cast<int>(static_cast<long double>(position) / static_cast<long double>(last) *
                          static_cast<long double>(scrollSteps));
}

std::uint64_t fromBar(int value, std::uint64_t last) {
  if (last <= scrollSteps) {
    return static_cast<std::uint64_t>(std::max(value, 0));
  }
  const long double share = static_cast<long double>(value) / static_cast<long double>(scrollSteps);
  return std::min(last, static_cast<std::uint64_t>(share * static_cast<long double>(last)));
}

/// The widest text that a dtype's values commonly have.
int charactersOf(const ValuesLayout& layout) {
  const DtypeFacts& facts = dtypeFacts(layout.dtype);
  if (layout.asBytes) {
    return 3;
  }
  switch (facts.kind) {
  case DtypeKind::Complex:
    return 26;
  case DtypeKind::Float:
  case DtypeKind::Scale:
    return facts.bits >= 64 ? 22 : facts.bits >= 32 ? 14 : facts.bits >= 16 ? 10 : 8;
  case DtypeKind::SignedInteger:
  case DtypeKind::UnsignedInteger:
    return facts.bits >= 64 ? 20 : facts.bits >= 32 ? 11 : 6;
  default:
    return 6;
  }
}

} // namespace

ValuesGrid::ValuesGrid(QWidget* parent) : QAbstractScrollArea(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(QFrame::NoFrame);
  setAccessibleName(tr("Values"));
  viewport()->setAutoFillBackground(false);
  viewport()->setMouseTracking(false);
  setMinimumHeight(headHeight + 5 * rowHeight);
}

void ValuesGrid::clear() {
  m_file = nullptr;
  m_matrix = {};
  forget();
  layoutScrollBars();
}

void ValuesGrid::setTensor(const std::shared_ptr<const Checkpoint>& checkpoint, TensorId tensor) {
  const TensorInfo info = checkpoint->table()[tensor];
  const Shard& shard = checkpoint->shard(info.shard);
  m_file = shard.file;
  m_matrix = ValuesMatrix(valuesLayout(info, shard.file ? shard.file->size() : 0));
  m_row = m_column = m_anchorRow = m_anchorColumn = 0;
  forget();
  measure();
  m_firstRow = m_firstColumn = 0;
  layoutScrollBars();
  readVisible();
}

void ValuesGrid::forget() {
  m_job.stop();
  m_reading = false;
  m_texts = {};
  m_error.reset();
  viewport()->update();
}

void ValuesGrid::setLeading(std::size_t axis, std::uint64_t position) {
  m_matrix.setLeading(axis, position);
  forget();
  readVisible();
}

void ValuesGrid::setNibbleOrder(NibbleOrder order) {
  m_order = order;
  forget();
  readVisible();
}

void ValuesGrid::measure() {
  const QFontMetrics metrics(themeFont());
  m_cellWidth =
      metrics.horizontalAdvance(QLatin1Char('0')) * charactersOf(m_matrix.layout()) + 2 * cellInset;
  const std::uint64_t last = m_matrix.rows() > 0 ? m_matrix.rowLabel(m_matrix.rows() - 1) : 0;
  m_headerWidth = std::max(48, metrics.horizontalAdvance(display::count(last)) + 2 * cellInset);
}

std::size_t ValuesGrid::visibleRows() const {
  return static_cast<std::size_t>(std::max(0, viewport()->height() - headHeight) / rowHeight + 1);
}

std::size_t ValuesGrid::visibleColumns() const {
  return static_cast<std::size_t>(std::max(0, viewport()->width() - m_headerWidth) / m_cellWidth +
                                  1);
}

std::uint64_t ValuesGrid::lastFirstRow() const {
  const std::uint64_t full = std::max<std::size_t>(visibleRows(), 2) - 1;
  return m_matrix.rows() > full ? m_matrix.rows() - full : 0;
}

std::uint64_t ValuesGrid::lastFirstColumn() const {
  const std::uint64_t full = std::max<std::size_t>(visibleColumns(), 2) - 1;
  return m_matrix.columns() > full ? m_matrix.columns() - full : 0;
}

void ValuesGrid::layoutScrollBars() {
  const auto rangeOf = [](std::uint64_t last) {
    return static_cast<int>(std::min(last, scrollSteps));
  };
  m_settingBars = true;
  verticalScrollBar()->setRange(0, rangeOf(lastFirstRow()));
  verticalScrollBar()->setPageStep(static_cast<int>(std::max<std::size_t>(visibleRows(), 2) - 1));
  horizontalScrollBar()->setRange(0, rangeOf(lastFirstColumn()));
  horizontalScrollBar()->setPageStep(
      static_cast<int>(std::max<std::size_t>(visibleColumns(), 2) - 1));
  m_settingBars = false;
  setFirst(m_firstRow, m_firstColumn);
}

void ValuesGrid::setFirst(std::uint64_t row, std::uint64_t column) {
  m_firstRow = std::min(row, lastFirstRow());
  m_firstColumn = std::min(column, lastFirstColumn());
  m_settingBars = true;
  verticalScrollBar()->setValue(toBar(m_firstRow, lastFirstRow()));
  horizontalScrollBar()->setValue(toBar(m_firstColumn, lastFirstColumn()));
  m_settingBars = false;
}

std::optional<QString> ValuesGrid::cellText(std::uint64_t row, std::uint64_t column) const {
  const ElementRectangle& where = m_texts.where;
  if (row < where.firstRow || column < where.firstColumn ||
      row - where.firstRow >= m_texts.rows.size()) {
    return std::nullopt;
  }
  const std::vector<QString>& texts = m_texts.rows[row - where.firstRow];
  const std::uint64_t index = column - where.firstColumn;
  return index < texts.size() ? std::optional(texts[index]) : std::nullopt;
}

void ValuesGrid::readVisible() {
  if (!m_file || m_matrix.rows() == 0 || m_matrix.layout().available == 0) {
    return;
  }
  const std::uint64_t row = m_firstRow;
  const std::uint64_t column = m_firstColumn;
  const ElementRectangle inSight = m_matrix.rectangle(row, column, visibleRows(), visibleColumns());
  const ElementRectangle& have = m_texts.where;
  const bool covered = !m_texts.rows.empty() && have.matrixBegin == inSight.matrixBegin &&
                       have.firstRow <= row && have.firstColumn <= column &&
                       row + inSight.rows <= have.firstRow + have.rows &&
                       column + inSight.columns <= have.firstColumn + have.columns;
  if (covered || m_reading) {
    return; // what is in sight when a reading ends is looked at again: scrolling makes no queue
  }
  // A page around what is in sight, so that small steps need no reading.
  const std::uint64_t before = std::min<std::uint64_t>(row, visibleRows());
  const std::uint64_t left = std::min<std::uint64_t>(column, visibleColumns());
  const ElementRectangle wanted =
      m_matrix.rectangle(row - before, column - left, 3 * visibleRows(), 3 * visibleColumns());
  m_reading = true;
  m_job.start([file = m_file, layout = m_matrix.layout(), wanted, order = m_order](
                  const StopToken&) { return readValueTexts(file, layout, wanted, order); },
              [this](Result<ValueTexts> texts) {
                m_reading = false;
                m_error.reset();
                if (texts) {
                  m_texts = std::move(*texts);
                } else {
                  m_error = texts.error();
                }
                viewport()->update();
                Q_EMIT currentChanged();
                if (texts) {
                  readVisible();
                }
              });
}

void ValuesGrid::goTo(const ValuesMatrix::Place& place) {
  bool moved = false;
  for (std::size_t axis = 0; axis < place.leading.size(); ++axis) {
    moved = moved || m_matrix.leading(axis) != place.leading[axis];
    m_matrix.setLeading(axis, place.leading[axis]);
  }
  if (moved) {
    forget();
    Q_EMIT leadingChanged();
  }
  moveTo(place.row, place.column, false);
  readVisible();
}

void ValuesGrid::moveTo(std::uint64_t row, std::uint64_t column, bool extend) {
  if (m_matrix.rows() == 0) {
    return;
  }
  m_row = std::min(row, m_matrix.rows() - 1);
  m_column = std::min(column, m_matrix.columns() - 1);
  if (!extend) {
    m_anchorRow = m_row;
    m_anchorColumn = m_column;
  }
  bringIntoSight();
  viewport()->update();
  setAccessibleDescription(describe(m_row, m_column));
  QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
  Q_EMIT currentChanged();
}

void ValuesGrid::bringIntoSight() {
  const std::uint64_t rows = std::max<std::size_t>(visibleRows(), 2) - 1;
  const std::uint64_t columns = std::max<std::size_t>(visibleColumns(), 2) - 1;
  std::uint64_t row = std::min(m_firstRow, m_row);
  std::uint64_t column = std::min(m_firstColumn, m_column);
  if (m_row - row >= rows) {
    row = m_row - rows + 1;
  }
  if (m_column - column >= columns) {
    column = m_column - columns + 1;
  }
  setFirst(row, column);
  readVisible();
}

std::optional<ValuesGrid::Cell> ValuesGrid::cellAt(const QPoint& position) const {
  if (position.x() < m_headerWidth || position.y() < headHeight) {
    return std::nullopt;
  }
  const Cell cell{m_firstRow + static_cast<std::uint64_t>((position.y() - headHeight) / rowHeight),
                  m_firstColumn +
                      static_cast<std::uint64_t>((position.x() - m_headerWidth) / m_cellWidth)};
  return m_matrix.elementAt(cell.row, cell.column) ? std::optional(cell) : std::nullopt;
}

bool ValuesGrid::isSelected(std::uint64_t row, std::uint64_t column) const {
  return row >= std::min(m_row, m_anchorRow) && row <= std::max(m_row, m_anchorRow) &&
         column >= std::min(m_column, m_anchorColumn) &&
         column <= std::max(m_column, m_anchorColumn);
}

QString ValuesGrid::describe(std::uint64_t row, std::uint64_t column) const {
  const QString value =
      cellText(row, column)
          .value_or(m_matrix.isAvailable(row, column) ? tr("reading…") : tr("not in the file"));
  return tr("row %1, column %2: %3").arg(display::count(row), display::count(column), value);
}

void ValuesGrid::copySelection() {
  if (!m_file || m_matrix.rows() == 0) {
    return;
  }
  // More than a spreadsheet takes would only fill the memory.
  constexpr std::uint64_t mostCells = 1'000'000;
  const std::uint64_t row = std::min(m_row, m_anchorRow);
  const std::uint64_t column = std::min(m_column, m_anchorColumn);
  const std::uint64_t columns =
      std::min(std::max(m_column, m_anchorColumn) - column + 1, mostCells);
  const std::uint64_t rows = std::min(std::max(m_row, m_anchorRow) - row + 1,
                                      std::max<std::uint64_t>(mostCells / columns, 1));
  const ElementRectangle wanted = m_matrix.rectangle(row, column, rows, columns);
  m_copyJob.start(
      [file = m_file, layout = m_matrix.layout(), wanted, order = m_order](const StopToken&) {
        return readValueTexts(file, layout, wanted, order);
      },
      [](Result<ValueTexts> texts) {
        if (!texts) {
          return;
        }
        QStringList lines;
        for (const std::vector<QString>& cells : texts->rows) {
          lines.append(QStringList(cells.begin(), cells.end()).join(QLatin1Char('\t')));
        }
        QString text = lines.join(QLatin1Char('\n'));
        QGuiApplication::clipboard()->setText(text.replace(QChar(0x2212), QLatin1Char('-')));
      });
}

void ValuesGrid::keyPressEvent(QKeyEvent* event) {
  const bool extend = event->modifiers().testFlag(Qt::ShiftModifier);
  const std::uint64_t page = std::max<std::size_t>(visibleRows(), 2) - 1;
  if (event->matches(QKeySequence::Copy)) {
    return copySelection();
  }
  switch (event->key()) {
  case Qt::Key_Up:
    return moveTo(m_row > 0 ? m_row - 1 : 0, m_column, extend);
  case Qt::Key_Down:
    return moveTo(m_row + 1, m_column, extend);
  case Qt::Key_Left:
    return moveTo(m_row, m_column > 0 ? m_column - 1 : 0, extend);
  case Qt::Key_Right:
    return moveTo(m_row, m_column + 1, extend);
  case Qt::Key_PageUp:
    return moveTo(m_row > page ? m_row - page : 0, m_column, extend);
  case Qt::Key_PageDown:
    return moveTo(m_row + page, m_column, extend);
  case Qt::Key_Home:
    return moveTo(event->modifiers().testFlag(Qt::ControlModifier) ? 0 : m_row, 0, extend);
  case Qt::Key_End:
    return moveTo(event->modifiers().testFlag(Qt::ControlModifier) ? m_matrix.rows() : m_row,
                  m_matrix.columns(), extend);
  default:
    QAbstractScrollArea::keyPressEvent(event);
  }
}

void ValuesGrid::mousePressEvent(QMouseEvent* event) {
  if (const auto cell = cellAt(event->pos())) {
    moveTo(cell->row, cell->column, event->modifiers().testFlag(Qt::ShiftModifier));
  }
}

void ValuesGrid::mouseMoveEvent(QMouseEvent* event) {
  const auto cell = cellAt(event->pos());
  if (cell && event->buttons().testFlag(Qt::LeftButton)) {
    moveTo(cell->row, cell->column, true);
  }
}

bool ValuesGrid::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto cell = cellAt(help->pos());
    QToolTip::showText(help->globalPos(), cell ? describe(cell->row, cell->column) : QString(),
                       this);
    return true;
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void ValuesGrid::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  layoutScrollBars();
  readVisible();
}

void ValuesGrid::scrollContentsBy(int dx, int dy) {
  if (!m_settingBars) {
    m_firstRow = dy != 0 ? fromBar(verticalScrollBar()->value(), lastFirstRow()) : m_firstRow;
    m_firstColumn =
        dx != 0 ? fromBar(horizontalScrollBar()->value(), lastFirstColumn()) : m_firstColumn;
    readVisible();
  }
  viewport()->update();
}

void ValuesGrid::wheelEvent(QWheelEvent* event) {
  const std::uint64_t last = lastFirstRow();
  const int turn = event->angleDelta().y();
  if (last <= scrollSteps || turn == 0) {
    return QAbstractScrollArea::wheelEvent(event);
  }
  // A step of a scaled bar would leap over many rows.
  constexpr int turnOfRow = 40; // three rows a notch
  const auto rows = static_cast<std::uint64_t>(std::max(1, std::abs(turn) / turnOfRow));
  setFirst(turn > 0 ? m_firstRow - std::min(rows, m_firstRow) : m_firstRow + rows, m_firstColumn);
  viewport()->update();
  readVisible();
  event->accept();
}

void ValuesGrid::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
    measure();
    viewport()->update();
  }
  QAbstractScrollArea::changeEvent(event);
}

void ValuesGrid::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
}

void ValuesGrid::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

} // namespace assay
