#include "ui/models/checkpoint_overview.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace assay {

namespace {

constexpr unsigned mostAlignment = 4096;

std::uint64_t saturatingAdd(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b
             ? std::numeric_limits<std::uint64_t>::max()
             : a + b;
}

/// Whether an element of this dtype may stand for more than one parameter: packed formats use
/// whole numbers.
bool mayBePacked(Dtype dtype) {
  const DtypeKind kind = dtypeFacts(dtype).kind;
  return kind == DtypeKind::UnsignedInteger || kind == DtypeKind::SignedInteger ||
         kind == DtypeKind::Scale || kind == DtypeKind::Unknown;
}

void countState(const TensorInfo& info, CheckpointOverview& overview) {
  switch (info.state) {
  case TensorState::Present:
  case TensorState::NotInIndex:
    ++overview.complete;
    overview.presentElements = saturatingAdd(overview.presentElements, info.elements().value_or(0));
    break;
  case TensorState::Partial:
    ++overview.cutOff;
    break;
  default:
    ++overview.missing;
    break;
  }
}

} // namespace

CheckpointOverview describeCheckpoint(const Checkpoint& checkpoint) {
  CheckpointOverview overview;
  std::uint64_t starts = 0; // all starts together: its lowest bit is the common alignment
  bool any = false;
  for (std::size_t i = 0; i < checkpoint.table().size(); ++i) {
    const TensorInfo info = checkpoint.table().at(i);
    countState(info, overview);
    if (info.described) {
      overview.integerTensors += mayBePacked(info.dtype) ? 1U : 0U;
      starts |= info.fileRange.begin;
      any = true;
    }
  }
  if (any) {
    const std::uint64_t lowest = starts == 0 ? mostAlignment : starts & (~starts + 1);
    overview.alignment = static_cast<unsigned>(std::min<std::uint64_t>(lowest, mostAlignment));
  }
  overview.map = buildFileMap(checkpoint);
  overview.states = TensorStateModel::countStates(checkpoint);
  return overview;
}

} // namespace assay
