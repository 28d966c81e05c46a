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

CheckpointTotals totalsOf(const CheckpointParts& parts) {
  CheckpointTotals totals;
  std::map<std::pair<Dtype, std::string_view>, DtypeTotals> byDtype;
  for (std::size_t i = 0; i < parts.table.size(); ++i) {
    const TensorInfo info = parts.table.at(i);
    ++totals.states[static_cast<std::size_t>(info.state)];
    if (!info.described) {
      continue;
    }
    const std::uint64_t elements = info.elements().value_or(0);
    DtypeTotals& sums = byDtype[{info.dtype, info.dtypeText}];
    ++sums.tensors;
    addSaturating(sums.elements, elements);
    addSaturating(sums.bytes, info.dataOffsets.size());
    addSaturating(totals.elements, elements);
    addSaturating(totals.dataBytes, info.dataOffsets.size());
  }
  for (const auto& [key, sums] : byDtype) {
    totals.dtypes.emplace_back(std::string(key.second), sums);
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
