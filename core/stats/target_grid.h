#pragma once

#include "core/stats/tensor_analysis.h"
#include "core/tensor/encode.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace assay {

/// The values of a conversion target as a grid without an upper end.
struct TargetGrid {
  int mantissaBits = 0;
  int lowestNormal = 0; ///< exponent of the smallest normal value
  double smallestNormal = 0;
  double largest = 0;

  explicit TargetGrid(Dtype target)
      : mantissaBits(dtypeFacts(target).layout.mantissaBits),
        lowestNormal(dtypeFacts(target).layout.minNormalExponent()),
        smallestNormal(std::ldexp(1.0, lowestNormal)), largest(largestFinite(target)) {}

  /// `size` >= 0, rounded once to the nearest point of the grid, ties to even. Adding the power of
  /// two whose last place is the grid's step does the rounding. Far beyond `largest` the result is
  /// only known to be beyond it too.
  [[nodiscard]] double round(double size) const {
    const auto stored = static_cast<int>(std::bit_cast<std::uint64_t>(size) >> 52U);
    const int exponent = std::clamp(stored, lowestNormal + 1023, 1400);
    const auto magic =
        std::bit_cast<double>(static_cast<std::uint64_t>(exponent - mantissaBits + 52) << 52U);
    return (size + magic) - magic;
  }

  /// The class of a value of this size > 0 that was rounded to `rounded`.
  [[nodiscard]] LossClass classOf(double size, double rounded) const {
    if (rounded > largest) {
      return LossClass::Overflow;
    }
    if (rounded == 0) {
      return LossClass::Flushed;
    }
    if (rounded < smallestNormal) {
      return rounded == size ? LossClass::SubnormalExact : LossClass::SubnormalRounded;
    }
    return rounded == size ? LossClass::NormalExact : LossClass::NormalRounded;
  }
};

} // namespace assay
