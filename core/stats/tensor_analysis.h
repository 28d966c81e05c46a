#pragma once

#include "core/stats/conversion_loss.h"
#include "core/stats/tensor_statistics.h"

#include <array>
#include <optional>

namespace assay {

/// A set of targets, by their place in `lossTargets`.
using TargetSet = std::array<bool, lossTargetCount>;
inline constexpr TargetSet allTargets{true, true, true, true};

/// The set of one target; empty for a dtype that is none.
[[nodiscard]] inline TargetSet onlyTarget(Dtype target) {
  TargetSet set{};
  if (const auto index = lossTargetIndex(target)) {
    set[*index] = true;
  }
  return set;
}

/// All figures of one tensor: about 2 KiB.
struct TensorAnalysis {
  Dtype dtype = Dtype::Unknown;
  TensorStatistics statistics{};
  /// In the order of `lossTargets`; empty where the dtype has no losses or the target was not
  /// asked for.
  std::array<std::optional<ConversionLoss>, lossTargetCount> losses{};

  [[nodiscard]] const ConversionLoss* loss(Dtype target) const {
    const auto index = lossTargetIndex(target);
    return index && losses[*index] ? &*losses[*index] : nullptr;
  }
};

} // namespace assay
