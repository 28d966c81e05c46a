#include "core/checkpoint/set_check.h"

#include "core/base/number_text.h"
#include "core/checkpoint/same_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace assay {
namespace {

/// How much of each tensor in two shards is read on opening, all of them together.
constexpr std::uint64_t comparedBytes = std::uint64_t{16} << 20U;

/// "2 tensors are not in the index", "1 tensor is not in the index".
std::string tensorsAre(std::size_t count, std::string_view what) {
  return fmt::format("{} {} {}", countText(count, "tensor"), count == 1 ? "is" : "are", what);
}

std::string kindText(const TensorInfo& info) {
  return fmt::format("{} {}", info.dtypeText, shapeText(info.shape));
}

/// Whether the two are the same, as the second half of a sentence.
std::string samenessText(const Sameness& sameness, const TensorInfo& a, const TensorInfo& b) {
  switch (sameness.kind) {
  case Sameness::Kind::Equal:
    return fmt::format("with equal bytes ({})", countText(sameness.equalBytes, "byte"));
  case Sameness::Kind::Different:
    return fmt::format("with different bytes: the first {} agree",
                       countText(sameness.equalBytes, "byte"));
  case Sameness::Kind::OtherShape:
    return fmt::format("with different contents: {} and {}", kindText(a), kindText(b));
  case Sameness::Kind::NotCompared:
    break;
  }
  return sameness.equalBytes == 0
             ? std::string("and their bytes were not compared")
             : fmt::format("with equal bytes as far as they were compared, {} of {}",
                           sizeText(sameness.equalBytes), sizeText(a.dataOffsets.size()));
}

} // namespace

void SetCheck::matchRow(std::uint32_t at, std::string_view name, ShardId shard) {
  const auto nameOf = [this](std::uint32_t id) { return row(id).name; };
  const auto entry = m_index != nullptr ? m_index->findNear(name, m_guess) : std::nullopt;
  std::uint32_t first = at;
  if (m_index != nullptr) {
    m_entryOf[at] = entry.value_or(noEntry);
    m_guess = entry.value_or(m_guess) + 1;
  }
  if (entry) {
    std::uint32_t& known = m_rowOf[*entry];
    first = known == noRow ? at : known;
    known = first;
    m_inPlace[*entry] = m_inPlace[*entry] || namedShard(*entry) == shard.value;
  } else {
    first = m_unindexed.insert(at, nameOf).value_or(at);
    if (m_index != nullptr) {
      m_notInIndex.push_back(at);
    }
  }
  if (first != at) {
    std::uint32_t& latest = m_latest.try_emplace(first, first).first->second;
    m_twins.push_back({std::exchange(latest, at), at});
  }
}

void SetCheck::match() {
  if (m_index != nullptr) {
    m_rowOf.assign(m_index->size(), noRow);
    m_inPlace.assign(m_index->size(), false);
    m_entryOf.assign(m_tensors.rows().size(), noEntry);
  }
  for (std::uint32_t at = 0; at < m_tensors.rows().size(); ++at) {
    const TensorInfo info = row(at);
    if (!info.superseded) {
      matchRow(at, info.name, info.shard);
    }
  }
}

Finding SetCheck::twinFinding(const Twin& twin, std::string_view how) const {
  const TensorInfo earlier = row(twin.earlier);
  const TensorInfo later = row(twin.later);
  return {.code = FindingCode::InTwoShards,
          .file = shardName(later.shard.value),
          .tensor = std::string(later.name),
          .position = later.fileRange.begin,
          .title = tensorsAre(m_twins.size(), "in two shards"),
          .message = fmt::format("“{}” is in {} and in {}, {}. Figures count it once, from the "
                                 "latter. Take it out of one of them.",
                                 later.name, shardName(earlier.shard.value),
                                 shardName(later.shard.value), how)};
}

Result<void> SetCheck::reportTwins(const StopToken& stop) {
  std::uint64_t budget = comparedBytes;
  for (const Twin& twin : m_twins) {
    m_tensors.setSuperseded(twin.earlier);
    if (!m_findings.wants(FindingCode::InTwoShards)) {
      continue;
    }
    const TensorInfo a = row(twin.earlier);
    const TensorInfo b = row(twin.later);
    const auto sameness =
        compareTensors(m_shards[a.shard.value], a, m_shards[b.shard.value], b, budget, stop);
    if (!sameness && sameness.error().code == ErrorCode::Stopped) {
      return fail(sameness.error());
    }
    m_findings.add(
        twinFinding(twin, sameness ? samenessText(*sameness, a, b)
                                   : "and comparing them ended: " + errorText(sameness.error())));
  }
  return {};
}

void SetCheck::reportNotInIndex() {
  for (const std::uint32_t at : m_notInIndex) {
    const TensorInfo info = row(at);
    if (info.state == TensorState::Present) {
      m_tensors.setState(at, TensorState::NotInIndex);
    }
    if (m_findings.wants(FindingCode::NotInIndex)) {
      m_findings.add(
          {.code = FindingCode::NotInIndex,
           .file = shardName(info.shard.value),
           .tensor = std::string(info.name),
           .position = info.fileRange.begin,
           .title = tensorsAre(m_notInIndex.size(), "not in the index"),
           .message = fmt::format("“{}” is in {}, but the index does not name it. Loaders that "
                                  "follow the index skip it. Add it to the index if it is needed.",
                                  info.name, shardName(info.shard.value))});
    }
  }
}

void SetCheck::reportWrongShards() {
  std::vector<std::uint32_t> entries;
  for (std::uint32_t entry = 0; entry < m_rowOf.size(); ++entry) {
    if (m_rowOf[entry] != noRow && !m_inPlace[entry]) {
      entries.push_back(entry);
    }
  }
  for (const std::uint32_t entry : entries) {
    if (!m_findings.wants(FindingCode::WrongShard)) {
      continue;
    }
    const TensorInfo info = row(m_rowOf[entry]);
    m_findings.add({.code = FindingCode::WrongShard,
                    .file = shardName(info.shard.value),
                    .tensor = std::string(info.name),
                    .position = info.fileRange.begin,
                    .title = tensorsAre(entries.size(), "in another shard than the index says"),
                    .message = fmt::format(
                        "The index says that “{}” is in {}; it is in {}. Loaders that "
                        "follow the index do not find it. Correct the index.",
                        info.name, shardName(namedShard(entry)), shardName(info.shard.value))});
  }
}

void SetCheck::reportDuplicateKeys() {
  for (const ShardIndex::Duplicate& duplicate : m_index->duplicates()) {
    if (m_findings.wants(FindingCode::DuplicateIndexKey)) {
      m_findings.add(
          {.code = FindingCode::DuplicateIndexKey,
           .tensor = duplicate.name,
           .position = duplicate.position,
           .title = m_index->duplicateCount() == 1 ? std::string("A name stands twice in the index")
                                                   : groupedText(m_index->duplicateCount()) +
                                                         " names stand twice in the index",
           .message = fmt::format("The index gives “{}” as in {} and later, at byte {}, as in {}. "
                                  "Most readers take the last.",
                                  duplicate.name, duplicate.firstFile,
                                  groupedText(duplicate.position), duplicate.lastFile)});
    }
  }
  for (std::size_t i = m_index->duplicates().size(); i < m_index->duplicateCount(); ++i) {
    static_cast<void>(m_findings.wants(FindingCode::DuplicateIndexKey)); // counts it
  }
}

void SetCheck::reportAbsent(const std::vector<std::uint32_t>& entries) {
  for (const std::uint32_t entry : entries) {
    if (m_findings.wants(FindingCode::AbsentFromShard)) {
      const std::string& file = shardName(namedShard(entry));
      m_findings.add(
          {.code = FindingCode::AbsentFromShard,
           .file = file,
           .tensor = std::string(m_index->name(entry)),
           .title = tensorsAre(entries.size(), "not in the shard the index names"),
           .message = fmt::format("The index says that “{}” is in {}, whose header does not have "
                                  "it; nor has any other shard. Download the index and the shard "
                                  "again, of one revision.",
                                  m_index->name(entry), file)});
    }
  }
}

void SetCheck::addUndescribed() {
  std::vector<std::uint32_t> absent;
  bool any = false;
  for (std::uint32_t entry = 0; entry < m_rowOf.size(); ++entry) {
    if (m_rowOf[entry] != noRow) {
      continue;
    }
    const std::uint32_t shard = namedShard(entry);
    TensorInfo info;
    info.name = m_index->name(entry);
    info.shard = ShardId{shard};
    info.described = false;
    info.state = TensorState::Missing;
    if (m_shards[shard].readable) {
      info.state = TensorState::AbsentFromShard;
      absent.push_back(entry);
    }
    m_tensors.add(info, 0);
    any = true;
  }
  reportAbsent(absent);
  if (any) {
    m_tensors.sortByShard();
    m_entryOf.clear(); // the rows have moved
  }
}

Result<void> SetCheck::run(const StopToken& stop) {
  match();
  if (auto ok = reportTwins(stop); !ok) {
    return ok;
  }
  if (m_index != nullptr) {
    reportNotInIndex();
    reportWrongShards();
    reportDuplicateKeys();
    addUndescribed();
  }
  return {};
}

std::vector<std::uint32_t> SetCheck::indexOrder() const {
  std::vector<std::uint32_t> order;
  if (m_index == nullptr) {
    return order;
  }
  const TensorTable& rows = m_tensors.rows();
  std::vector<std::uint32_t> rowOf(m_index->size(), noRow);
  std::vector<std::uint32_t> others;
  for (std::uint32_t at = 0; at < rows.size(); ++at) {
    const TensorInfo info = rows.at(at);
    const std::uint32_t entry =
        m_entryOf.empty() ? m_index->find(info.name).value_or(noEntry) : m_entryOf[at];
    if (entry != noEntry && rowOf[entry] == noRow && !info.superseded) {
      rowOf[entry] = at;
    } else {
      others.push_back(at);
    }
  }
  order.reserve(rows.size());
  std::copy_if(rowOf.begin(), rowOf.end(), std::back_inserter(order),
               [](std::uint32_t at) { return at != noRow; });
  order.insert(order.end(), others.begin(), others.end());
  return order;
}

} // namespace assay
