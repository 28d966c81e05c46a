#pragma once

#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/checkpoint/checkpoint.h"

#include <cstdint>

namespace assay {

/// How the data of two tensors of one name compares.
struct Sameness {
  enum class Kind : std::uint8_t {
    Equal,       ///< dtype, shape and every byte
    Different,   ///< a byte differs
    OtherShape,  ///< dtype or shape differ
    NotCompared, ///< the bytes are not all there, or there are more than were allowed
  };
  Kind kind = Kind::NotCompared;
  std::uint64_t equalBytes =
      0; ///< from the start, before the first difference or the end of reading
};

/// Compares two tensors, reading at most `budget` bytes of each; `budget` is lowered by what was
/// read. Errors: those of reading; Stopped.
[[nodiscard]] Result<Sameness> compareTensors(const Shard& shardA, const TensorInfo& a,
                                              const Shard& shardB, const TensorInfo& b,
                                              std::uint64_t& budget, const StopToken& stop);

} // namespace assay
