#include "core/checkpoint/loader_traits.h"

#include <algorithm>
#include <limits>

namespace assay {
namespace {

void addTensors(LoaderTraits& traits, const TensorTable& table) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const TensorInfo info = table.at(i);
    if (!info.described) {
      continue;
    }
    traits.dtypes.set(static_cast<std::size_t>(info.dtype));
    traits.highestRank = std::max(traits.highestRank, info.shape.size());
    bool empty = false;
    for (const std::uint64_t dim : info.shape) {
      traits.largestDim = std::max(traits.largestDim, dim);
      empty = empty || dim == 0;
    }
    traits.emptyTensors += empty ? 1U : 0U;
    traits.wrongSizes = traits.wrongSizes || !info.sizeMatches;
    traits.cutShort = traits.cutShort || info.state == TensorState::Partial ||
                      info.state == TensorState::BeyondEnd;
  }
}

void addShard(LoaderTraits& traits, const Shard& shard) {
  if (!shard.readable) {
    traits.incompleteSet = true;
    return;
  }
  traits.headerBytes = std::max(traits.headerBytes, shard.headerLength.value_or(0));
  traits.smallestFile = std::min(traits.smallestFile, shard.bytes);
  constexpr std::size_t headerAt = 8;
  traits.leadingBlanks = traits.leadingBlanks || (shard.firstBytes.size() > headerAt &&
                                                  shard.firstBytes[headerAt] != std::byte{'{'});
  if (!shard.reference.accepts() && !traits.rejected) {
    traits.rejected = true;
    traits.rejection = referenceErrorName(shard.reference.error);
  }
}

void addFinding(LoaderTraits& traits, const Finding& finding) {
  switch (finding.code) {
  case FindingCode::OutOfOrder:
    traits.outOfOrder = true;
    break;
  case FindingCode::DuplicateName:
    ++traits.duplicateNames;
    break;
  case FindingCode::Gap:
  case FindingCode::Overlap:
  case FindingCode::SharedRange:
  case FindingCode::TrailingBytes:
    traits.gapsOrOverlaps = true;
    break;
  case FindingCode::Truncated:
    traits.cutShort = true;
    break;
  case FindingCode::SizeMismatch:
  case FindingCode::Overflow:
  case FindingCode::PartialBytes:
    traits.wrongSizes = true;
    break;
  case FindingCode::BadEntry:
  case FindingCode::MetadataNotString:
    traits.otherDamage = true;
    break;
  default:
    break;
  }
}

} // namespace

LoaderTraits traitsOf(std::span<const Shard> shards, const TensorTable& table,
                      std::span<const Finding> findings, std::size_t indexEntries) {
  LoaderTraits traits;
  traits.smallestFile = std::numeric_limits<std::uint64_t>::max();
  traits.shards = shards.size();
  traits.indexEntries = indexEntries;
  addTensors(traits, table);
  for (const Shard& shard : shards) {
    addShard(traits, shard);
  }
  for (const Finding& finding : findings) {
    addFinding(traits, finding);
  }
  const bool explained = traits.cutShort || traits.wrongSizes || traits.gapsOrOverlaps ||
                         traits.has(Dtype::Unknown) || traits.headerBytes > 100'000'000;
  traits.otherDamage = traits.otherDamage || (traits.rejected && !explained);
  return traits;
}

} // namespace assay
