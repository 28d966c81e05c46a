#pragma once

#include "core/checkpoint/checkpoint.h"

#include <bitset>
#include <cstdint>
#include <span>
#include <string>

namespace assay {

/// What loaders trip over, gathered in one walk over a checkpoint's tensors and findings.
struct LoaderTraits {
  std::bitset<32> dtypes{};       ///< those that occur, by their enumeration
  std::uint64_t headerBytes = 0;  ///< of the longest header
  std::uint64_t smallestFile = 0; ///< bytes
  std::size_t highestRank = 0;
  std::uint64_t largestDim = 0;
  std::size_t emptyTensors = 0;   ///< with a dim of 0
  std::size_t duplicateNames = 0; ///< in one header
  std::size_t shards = 0;
  std::size_t indexEntries = 0;
  bool outOfOrder = false;     ///< a header's entries stand in another order than their data
  bool leadingBlanks = false;  ///< a header does not begin with {
  bool cutShort = false;       ///< a tensor's bytes are not all there
  bool wrongSizes = false;     ///< shape and range of a tensor do not agree, or overflow
  bool gapsOrOverlaps = false; ///< holes, overlaps, shared ranges, bytes behind the last tensor
  bool incompleteSet = false;  ///< a shard is missing or cannot be read
  bool rejected = false;       ///< the reference rejects one of the files
  std::string rejection{};     ///< its error's name
  bool otherDamage = false;    ///< rejected for something else than the above

  [[nodiscard]] bool has(Dtype dtype) const { return dtypes[static_cast<std::size_t>(dtype)]; }
};

[[nodiscard]] LoaderTraits traitsOf(std::span<const Shard> shards, const TensorTable& table,
                                    std::span<const Finding> findings, std::size_t indexEntries);

} // namespace assay
