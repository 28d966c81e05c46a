#include "ui/models/tensor_state_model.h"

#include "ui/models/display_text.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace assay {

namespace {

std::uint64_t presentBytes(const Checkpoint& checkpoint, const TensorInfo& info) {
  switch (info.state) {
  case TensorState::Present:
  case TensorState::NotInIndex:
    return info.dataOffsets.size();
  case TensorState::Partial: {
    const std::uint64_t end = checkpoint.shard(info.shard).bytes;
    return end > info.fileRange.begin ? std::min(end - info.fileRange.begin, info.fileRange.size())
                                      : 0;
  }
  default:
    return 0;
  }
}

TensorStateModel::Show conditionFor(TensorState state) {
  switch (state) {
  case TensorState::Present:
  case TensorState::NotInIndex:
    return TensorStateModel::Show::Complete;
  case TensorState::Partial:
    return TensorStateModel::Show::CutOff;
  default:
    return TensorStateModel::Show::Missing;
  }
}

std::size_t slot(TensorStateModel::Show show) {
  return static_cast<std::size_t>(show) - 1;
}

} // namespace

TensorStateModel::TensorStateModel(QObject* parent) : QAbstractTableModel(parent) {}

void TensorStateModel::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint,
                                     Counters counters) {
  beginResetModel();
  m_checkpoint = std::move(checkpoint);
  m_show = Show::All;
  m_before = counters.empty() ? Counters(1) : std::move(counters);
  endResetModel();
}

TensorStateModel::Counters TensorStateModel::countStates(const Checkpoint& checkpoint) {
  Counters before(1);
  const std::size_t tensors = checkpoint.table().size();
  for (std::size_t block = 0; block < tensors; block += blockSize) {
    Counts counts = before.back();
    for (std::size_t i = block; i < std::min(block + blockSize, tensors); ++i) {
      ++counts[slot(conditionFor(checkpoint.table().at(i).state))];
    }
    before.push_back(counts);
  }
  return before;
}

void TensorStateModel::setShow(Show show) {
  if (show == m_show) {
    return;
  }
  beginResetModel();
  m_show = show;
  endResetModel();
}

std::uint64_t TensorStateModel::count(Show show) const {
  if (!m_checkpoint) {
    return 0;
  }
  return show == Show::All ? m_checkpoint->table().size() : m_before.back()[slot(show)];
}

TensorStateModel::Show TensorStateModel::conditionOf(std::size_t tensor) const {
  return conditionFor(m_checkpoint->table().at(tensor).state);
}

TensorId TensorStateModel::nthOf(Show show, std::uint32_t n) const {
  if (show == Show::All) {
    return TensorId{n};
  }
  const std::size_t which = slot(show);
  const auto after = std::upper_bound(
      m_before.begin(), m_before.end(), n,
      [which](std::uint32_t value, const Counts& counts) { return value < counts[which]; });
  const auto block = static_cast<std::size_t>(after - m_before.begin()) - 1;
  std::uint32_t left = n - m_before[block][which];
  std::size_t tensor = block * blockSize;
  for (;; ++tensor) {
    if (conditionOf(tensor) == show && left-- == 0) {
      return TensorId{static_cast<std::uint32_t>(tensor)};
    }
  }
}

TensorId TensorStateModel::tensorAt(int row) const {
  return nthOf(m_show, static_cast<std::uint32_t>(row));
}

int TensorStateModel::rowOf(TensorId id) const {
  if (!m_checkpoint || id.value >= m_checkpoint->table().size()) {
    return -1;
  }
  if (m_show == Show::All) {
    return static_cast<int>(id.value);
  }
  if (conditionOf(id.value) != m_show) {
    return -1;
  }
  const std::size_t block = id.value / blockSize;
  std::uint32_t row = m_before[block][slot(m_show)];
  for (std::size_t tensor = block * blockSize; tensor < id.value; ++tensor) {
    row += conditionOf(tensor) == m_show ? 1U : 0U;
  }
  return static_cast<int>(row);
}

int TensorStateModel::rowCount(const QModelIndex& parent) const {
  constexpr std::uint64_t mostRows = std::numeric_limits<int>::max();
  return parent.isValid() ? 0 : static_cast<int>(std::min(count(m_show), mostRows));
}

int TensorStateModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant TensorStateModel::text(const TensorInfo& info, int column) const {
  switch (column) {
  case NameColumn:
    return display::oneLine(info.name);
  case ShapeColumn:
    return info.described ? display::shape(info.shape) : display::notApplicable();
  case SizeColumn:
    return info.described ? display::size(info.dataOffsets.size()) : display::notApplicable();
  case InTheFileColumn: {
    const std::uint64_t there = presentBytes(*m_checkpoint, info);
    if (info.state == TensorState::Present || info.state == TensorState::NotInIndex) {
      return tr("all");
    }
    if (there == 0) {
      return tr("nothing");
    }
    const double share = 100.0 * static_cast<double>(there) /
                         static_cast<double>(std::max<std::uint64_t>(info.fileRange.size(), 1));
    // Rounded down: what is cut off is never "100 %".
    return tr("%1 (%2 %)").arg(display::size(there)).arg(static_cast<int>(share));
  }
  case OffsetColumn:
    return info.described ? display::count(info.fileRange.begin) : display::notApplicable();
  default:
    return {};
  }
}

QVariant TensorStateModel::raw(const TensorInfo& info, int column) const {
  switch (column) {
  case SizeColumn:
    return QVariant::fromValue<qulonglong>(info.dataOffsets.size());
  case InTheFileColumn:
    return QVariant::fromValue<qulonglong>(presentBytes(*m_checkpoint, info));
  case OffsetColumn:
    return QVariant::fromValue<qulonglong>(info.fileRange.begin);
  default:
    return text(info, column);
  }
}

namespace {

QString stateSentence(TensorState state) {
  switch (state) {
  case TensorState::Present:
    return TensorStateModel::tr("All of its bytes are in the file.");
  case TensorState::Partial:
    return TensorStateModel::tr("The file ends inside it.");
  case TensorState::BeyondEnd:
    return TensorStateModel::tr("It lies wholly past the end of the file.");
  case TensorState::Missing:
    return TensorStateModel::tr("Its shard is not there or cannot be read.");
  case TensorState::AbsentFromShard:
    return TensorStateModel::tr("The index names a shard whose header does not have it.");
  case TensorState::NotInIndex:
    return TensorStateModel::tr(
        "All of its bytes are in its shard, but the index does not name it.");
  }
  return {};
}

} // namespace

QVariant TensorStateModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
    return {};
  }
  if (role == Qt::TextAlignmentRole) {
    const bool left = index.column() == NameColumn || index.column() == ShapeColumn;
    return int(Qt::AlignVCenter | (left ? Qt::AlignLeft : Qt::AlignRight));
  }
  const TensorId id = tensorAt(index.row());
  const TensorInfo info = m_checkpoint->table()[id];
  switch (role) {
  case Qt::DisplayRole:
    return text(info, index.column());
  case Qt::ToolTipRole:
    return index.column() == SizeColumn && info.described
               ? display::exactBytes(info.dataOffsets.size())
               : display::oneLine(info.name) + QLatin1Char('\n') + stateSentence(info.state);
  case ConditionRole:
    return static_cast<int>(conditionOf(id.value));
  case TensorRole:
    return id.value;
  case SortRole:
    return raw(info, index.column());
  default:
    return {};
  }
}

QVariant TensorStateModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
    return {};
  }
  if (role == Qt::TextAlignmentRole) {
    const bool left = section == NameColumn || section == ShapeColumn;
    return int(Qt::AlignVCenter | (left ? Qt::AlignLeft : Qt::AlignRight));
  }
  if (role == Qt::ToolTipRole) {
    static const std::array<const char*, ColumnCount> tips{
        QT_TR_NOOP("The tensor's name in the header"), QT_TR_NOOP("Elements along each axis"),
        QT_TR_NOOP("Bytes by the tensor's data offsets"),
        QT_TR_NOOP("How many of its bytes are really there"),
        QT_TR_NOOP("Where its first byte lies or should lie, counted from the file's start")};
    return tr(tips[static_cast<std::size_t>(section)]);
  }
  static const std::array<const char*, ColumnCount> titles{
      QT_TR_NOOP("Name"), QT_TR_NOOP("Shape"), QT_TR_NOOP("Size"), QT_TR_NOOP("In the file"),
      QT_TR_NOOP("File offset")};
  return role == Qt::DisplayRole ? tr(titles[static_cast<std::size_t>(section)]) : QVariant();
}

} // namespace assay
