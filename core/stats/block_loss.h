#pragma once

#include "core/stats/target_grid.h"

#include <cstdint>
#include <span>
#include <vector>

namespace assay {

/// Errors and classes of one block of a conversion; buffers are reused from block to block.
struct BlockLoss {
  std::vector<double> errors;       ///< |stored - converted|; of overflow what saturating leaves
  std::vector<std::uint16_t> cells; ///< (stored exponent + 1074) << 3 | class; zeros: `zeroClass`
  double maxError = 0;              ///< of those that do not overflow
  double maxSaturatedError = 0;     ///< of those that do
  std::uint64_t overflow = 0;

  static constexpr unsigned zeroClass = 7;

  /// Of finite values, at most `momentBlock`.
  void compute(const TargetGrid& grid, std::span<const double> values);
};

} // namespace assay
