#pragma once

#include "core/base/byte_range.h"
#include "core/tensor/dtype.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay {

/// The position of a tensor in its checkpoint's table: file order, from 0.
struct TensorId {
  std::uint32_t value = 0;
  friend auto operator<=>(const TensorId&, const TensorId&) = default;
};

/// The position of a shard in its checkpoint, from 0.
struct ShardId {
  std::uint32_t value = 0;
  friend auto operator<=>(const ShardId&, const ShardId&) = default;
};

/// How much of a tensor's data there is.
enum class TensorState : std::uint8_t {
  Present,         ///< all of its bytes are in the file
  Partial,         ///< the file ends inside it
  BeyondEnd,       ///< it lies wholly past the end of a short file, or its range is no range
  Missing,         ///< its shard is not there or cannot be read
  AbsentFromShard, ///< the index names a shard whose header does not have it
  NotInIndex,      ///< its shard has it (all of its bytes), the index does not name it
};

/// The state's word in JSON: "present", "partial", "beyond_end" ...
[[nodiscard]] std::string_view stateName(TensorState state);

/// The product of the dims from left to right, as the reference computes it: [] is 1 element,
/// nothing where a partial product overflows 64 bits ([2^63, 2^63, 0] overflows, [0, 2^63, 2^63]
/// is 0).
[[nodiscard]] std::optional<std::uint64_t> elementCount(std::span<const std::uint64_t> shape);

/// "576 x 1536", "scalar" for [], with the multiplication sign `times`.
[[nodiscard]] std::string shapeText(std::span<const std::uint64_t> shape,
                                    std::string_view times = " × ");

/// What a header says of one tensor: a view into its TensorTable, valid as long as that lives.
struct TensorInfo {
  TensorId id;
  std::string_view name; ///< untrusted; UTF-8 as the header has it, escapes resolved
  Dtype dtype = Dtype::Unknown;
  std::string_view dtypeText; ///< the dtype as spelled in the file; empty where only an index
                              ///< names the tensor
  std::span<const std::uint64_t> shape; ///< logical elements an axis; empty for a scalar
  ByteRange dataOffsets; ///< as in the header: relative to the start of the shard's data
  ByteRange fileRange;   ///< the same as positions in the shard's file
  ShardId shard;
  TensorState state = TensorState::Present;
  bool sizeMatches = true; ///< shape and dtype give exactly dataOffsets.size() bytes
  bool described = true;   ///< false: known only from an index (no dtype, shape, offsets)
  bool superseded = false; ///< a later entry of the same header, or a later shard, has the same
                           ///< name; readers of the format take that one

  /// Elements by the shape, or nothing where their product overflows.
  [[nodiscard]] std::optional<std::uint64_t> elements() const { return elementCount(shape); }
};

} // namespace assay
