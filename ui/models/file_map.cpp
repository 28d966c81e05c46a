#include "ui/models/file_map.h"

#include "core/base/checked.h"
#include "ui/models/name_groups.h"

#include <algorithm>
#include <limits>

namespace assay {

namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

std::uint64_t addUpTo(std::uint64_t a, std::uint64_t b) {
  return checkedAdd(a, b).value_or(most);
}

/// How long a shard's file is or should be, whichever is more.
std::uint64_t expectedBytes(const Shard& shard) {
  return std::max(shard.bytes, shard.dataStart && shard.readable
                                   ? addUpTo(*shard.dataStart, shard.dataBytesDescribed)
                                   : 0);
}

/// Puts one segment behind another.
class MapBuilder {
 public:
  explicit MapBuilder(const Checkpoint& checkpoint)
      : m_checkpoint(checkpoint), m_groups(checkpoint.table()) {}

  FileMap run();

 private:
  void addShard(std::uint32_t shard);
  void addTensor(const TensorInfo& info);
  void addUnreadableShard(std::uint32_t shard);
  [[nodiscard]] std::uint64_t averageShard() const;
  void closeGroup();
  void append(MapSegment segment, std::uint64_t fileEnd);
  [[nodiscard]] MapKind kindOf(const TensorInfo& info) const;
  [[nodiscard]] std::string labelOf(std::string_view group) const;

  const Checkpoint& m_checkpoint;
  NameGroups m_groups;
  FileMap m_map;
  std::size_t m_row = 0;
  std::uint64_t m_averageShard = 0;
  std::uint64_t m_base = 0;   ///< where the current shard begins on the map
  std::uint64_t m_cursor = 0; ///< position in the current shard's file
  std::optional<MapSegment> m_open;
  std::optional<std::uint64_t> m_firstNumber;
  std::optional<std::uint64_t> m_lastNumber;
};

MapKind MapBuilder::kindOf(const TensorInfo& info) const {
  switch (info.state) {
  case TensorState::Present:
  case TensorState::NotInIndex:
    return MapKind::Complete;
  case TensorState::Partial:
    return MapKind::CutOff;
  default:
    return MapKind::Missing;
  }
}

std::string MapBuilder::labelOf(std::string_view group) const {
  std::string label(m_groups.shortName(group));
  if (m_firstNumber && m_lastNumber) {
    label += " " + std::to_string(*m_firstNumber);
    if (*m_lastNumber != *m_firstNumber) {
      label += " – " + std::to_string(*m_lastNumber);
    }
  } else if (label.ends_with(".weight")) {
    label.resize(label.size() - 7);
  }
  return label;
}

void MapBuilder::closeGroup() {
  if (m_open) {
    m_open->label = labelOf(m_open->group);
    const std::uint64_t end = m_open->fileBytes.end;
    m_map.segments.push_back(*std::move(m_open));
    m_open.reset();
    m_cursor = end;
  }
  m_firstNumber.reset();
  m_lastNumber.reset();
}

void MapBuilder::append(MapSegment segment, std::uint64_t fileEnd) {
  closeGroup();
  segment.fileBytes = {m_cursor, fileEnd};
  segment.bytes = {addUpTo(m_base, m_cursor), addUpTo(m_base, fileEnd)};
  if (fileEnd > m_cursor) {
    m_map.segments.push_back(std::move(segment));
    m_cursor = fileEnd;
  }
}

void MapBuilder::addTensor(const TensorInfo& info) {
  const MapKind kind = kindOf(info);
  const std::uint64_t reached = m_open ? m_open->fileBytes.end : m_cursor;
  const std::uint64_t begin = std::max(info.fileRange.begin, reached);
  if (info.fileRange.begin > reached) {
    append({.kind = MapKind::Gap, .shard = info.shard.value}, info.fileRange.begin);
  }
  const std::string_view group = m_groups.groupOf(info.name);
  // What is missing is one stretch, whatever its groups are: its size is what matters.
  const bool joins = m_open && m_open->kind == kind &&
                     (kind == MapKind::Missing || m_open->group == group) &&
                     kind != MapKind::CutOff;
  if (!joins) {
    closeGroup();
    m_open = MapSegment{.kind = kind,
                        .bytes = {addUpTo(m_base, begin), addUpTo(m_base, begin)},
                        .fileBytes = {begin, begin},
                        .shard = info.shard.value,
                        .group = std::string(group),
                        .first = info.id};
  }
  m_open->fileBytes.end = std::max(m_open->fileBytes.end, info.fileRange.end);
  m_open->bytes.end = addUpTo(m_base, m_open->fileBytes.end);
  ++m_open->tensors;
  if (const auto number = NameGroups::numberAfter(group, info.name)) {
    m_firstNumber = std::min(m_firstNumber.value_or(*number), *number);
    m_lastNumber = std::max(m_lastNumber.value_or(*number), *number);
  }
}

void MapBuilder::addShard(std::uint32_t shard) {
  const Shard& facts = m_checkpoint.shard(ShardId{shard});
  const TensorTable& table = m_checkpoint.table();
  m_cursor = 0;
  if (facts.dataStart) {
    append({.kind = MapKind::Header, .shard = shard},
           std::min(*facts.dataStart, expectedBytes(facts)));
  }
  for (; m_row < table.size() && table.at(m_row).shard.value == shard; ++m_row) {
    const TensorInfo info = table.at(m_row);
    if (info.described && !info.dataOffsets.empty() && info.fileRange.begin <= info.fileRange.end) {
      addTensor(info);
    }
  }
  closeGroup();
  if (facts.readable && m_cursor < facts.bytes) {
    append({.kind = MapKind::Extra, .shard = shard}, facts.bytes);
  }
  m_map.present = addUpTo(m_map.present, facts.bytes);
  m_base = addUpTo(m_base, std::max(m_cursor, facts.readable ? expectedBytes(facts) : 0));
}

void MapBuilder::addUnreadableShard(std::uint32_t shard) {
  const Shard& facts = m_checkpoint.shard(ShardId{shard});
  MapSegment segment{.kind = MapKind::Missing, .shard = shard};
  const TensorTable& table = m_checkpoint.table();
  for (; m_row < table.size() && table.at(m_row).shard.value == shard; ++m_row) {
    if (segment.tensors++ == 0) {
      segment.first = table.at(m_row).id;
    }
  }
  m_cursor = 0;
  if (facts.bytes == 0) {
    m_map.sizesAreKnown = false;
  }
  append(std::move(segment), facts.bytes != 0 ? facts.bytes : m_averageShard);
  m_map.present = addUpTo(m_map.present, facts.bytes);
  m_base = addUpTo(m_base, m_cursor);
}

/// What a shard that is not there is drawn as.
std::uint64_t MapBuilder::averageShard() const {
  std::uint64_t bytes = 0;
  std::uint64_t count = 0;
  for (const Shard& shard : m_checkpoint.shards()) {
    if (shard.readable) {
      bytes = addUpTo(bytes, expectedBytes(shard));
      ++count;
    }
  }
  return count == 0 ? 0 : bytes / count;
}

FileMap MapBuilder::run() {
  m_averageShard = averageShard();
  const bool isSet = m_checkpoint.shards().size() > 1;
  for (std::uint32_t shard = 0; shard < m_checkpoint.shards().size(); ++shard) {
    if (isSet && !m_checkpoint.shard(ShardId{shard}).readable) {
      addUnreadableShard(shard);
    } else {
      addShard(shard);
    }
  }
  m_map.end = m_base;
  m_map.damaged =
      std::any_of(m_map.segments.begin(), m_map.segments.end(), [](const auto& segment) {
        return segment.kind == MapKind::CutOff || segment.kind == MapKind::Missing;
      });
  return std::move(m_map);
}

} // namespace

std::optional<std::size_t> FileMap::segmentAt(std::uint64_t position) const {
  const auto it =
      std::partition_point(segments.begin(), segments.end(), [position](const MapSegment& segment) {
        return segment.bytes.end <= position;
      });
  if (it == segments.end() || position < it->bytes.begin) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(it - segments.begin());
}

FileMap buildFileMap(const Checkpoint& checkpoint) {
  return MapBuilder(checkpoint).run();
}

} // namespace assay
