#include "core/checkpoint/checkpoint.h"

#include "core/base/checked.h"

#include <algorithm>
#include <limits>
#include <map>

namespace assay {
namespace {

void addSaturating(std::uint64_t& sum, std::uint64_t more) {
  sum = checkedAdd(sum, more).value_or(std::numeric_limits<std::uint64_t>::max());
}

void addTensor(DtypeTotals& sums, std::uint64_t elements, std::uint64_t bytes) {
  ++sums.tensors;
  addSaturating(sums.elements, elements);
  addSaturating(sums.bytes, bytes);
}

CheckpointTotals totalsOf(const CheckpointParts& parts) {
  CheckpointTotals totals;
  std::array<DtypeTotals, static_cast<std::size_t>(Dtype::Unknown)> known{};
  std::map<std::string_view, DtypeTotals> unknown;
  for (std::size_t i = 0; i < parts.table.size(); ++i) {
    const TensorInfo info = parts.table.at(i);
    ++totals.states[static_cast<std::size_t>(info.state)];
    if (!info.described) {
      continue;
    }
    const std::uint64_t elements = info.elements().value_or(0);
    const std::uint64_t bytes = info.dataOffsets.size();
    addTensor(info.dtype == Dtype::Unknown ? unknown[info.dtypeText]
                                           : known[static_cast<std::size_t>(info.dtype)],
              elements, bytes);
    addSaturating(totals.elements, elements);
    addSaturating(totals.dataBytes, bytes);
  }
  for (const DtypeFacts& facts : allDtypes()) {
    const DtypeTotals& sums = known[static_cast<std::size_t>(facts.dtype)];
    if (sums.tensors != 0) {
      totals.dtypes.emplace_back(facts.name, sums);
    }
  }
  for (const auto& [name, sums] : unknown) {
    totals.dtypes.emplace_back(name, sums);
  }
  for (const Shard& shard : parts.shards) {
    addSaturating(totals.fileBytes, shard.bytes);
  }
  return totals;
}

} // namespace

Checkpoint::Checkpoint(CheckpointParts parts)
    : m_parts(std::move(parts)), m_totals(totalsOf(m_parts)) {}

bool Checkpoint::hasErrors() const {
  return std::any_of(m_parts.findings.begin(), m_parts.findings.end(),
                     [](const Finding& finding) { return finding.severity == Severity::Error; });
}

} // namespace assay
