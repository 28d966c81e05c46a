#pragma once

#include "core/base/byte_range.h"
#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// What a stretch of a checkpoint's bytes is.
enum class MapKind : std::uint8_t {
  Header,
  Complete, ///< tensors of one group, all there
  CutOff,   ///< a tensor inside which the file ends
  Missing,  ///< tensors past the end of the file, or whose shard is not there
  Gap,      ///< bytes between tensors that belong to none
  Extra,    ///< bytes behind the last tensor
};

/// One stretch. Positions count through all shards, one behind another, each as long as it should
/// be.
struct MapSegment {
  MapKind kind = MapKind::Header;
  ByteRange bytes{};     ///< on the map
  ByteRange fileBytes{}; ///< in its shard's file
  std::uint32_t shard = 0;
  std::string group{}; ///< dotted path of the group, such as "model.layers"; untrusted
  std::string label{}; ///< short name, such as "layers 0 – 29"; untrusted
  std::uint64_t tensors = 0;
  std::optional<TensorId> first{}; ///< first tensor in it
};

/// The bytes of a checkpoint in the order in which they lie: what the map bar shows.
struct FileMap {
  std::vector<MapSegment> segments{}; ///< in order, without holes
  std::uint64_t end = 0;              ///< end of the last segment: the expected size
  std::uint64_t present = 0;          ///< bytes that are there
  bool damaged = false;               ///< a segment is cut off or missing
  bool sizesAreKnown = true;          ///< false: a missing shard is drawn as an average one

  /// The segment that holds a position, or nothing past the end. Empty segments hold none.
  [[nodiscard]] std::optional<std::size_t> segmentAt(std::uint64_t position) const;
};

/// Lays out a checkpoint's bytes. Linear in its tensors; safe from any thread.
[[nodiscard]] FileMap buildFileMap(const Checkpoint& checkpoint);

} // namespace assay
