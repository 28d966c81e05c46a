#pragma once

#include "core/stats/tensor_analysis.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

inline constexpr int lowestRow = -1074;
inline constexpr std::size_t rowCount = 2098; ///< exponents -1074 to 1023

inline constexpr std::array<std::uint32_t, 2> zeroBins{32767,
                                                       32768}; ///< of floats: that of -0, of 0

/// Sums of floats over one part, or over the parts before one.
struct OrderedSums {
  std::uint32_t part = 0;
  Moments moments{};
  struct Target {
    ScaledSquares noise{};
    ScaledSquares saturatedNoise{};
    ScaledSquares signal{};
  };
  std::array<Target, lossTargetCount> targets{};

  void merge(const OrderedSums& later) {
    moments.merge(later.moments);
    for (std::size_t i = 0; i < lossTargetCount; ++i) {
      targets[i].noise.merge(later.targets[i].noise);
      targets[i].saturatedNoise.merge(later.targets[i].saturatedNoise);
      targets[i].signal.merge(later.targets[i].signal);
    }
  }
};

/// The largest error so far; of equal ones the first.
struct Worst {
  double error = 0;
  std::uint64_t index = 0;

  void take(const Worst& other) {
    if (other.error > error || (other.error == error && other.index < index)) {
      *this = other;
    }
  }
};

/// What is kept for one target beside the ordered sums.
struct TargetTally {
  std::vector<std::uint64_t> cells; ///< by row << 3 | class
  std::uint64_t overflow = 0;
  Worst worst{};
  Worst worstSaturated{};
};

inline void lower(std::optional<std::uint64_t>& place, std::optional<std::uint64_t> other) {
  if (other && (!place || *other < *place)) {
    place = other;
  }
}

} // namespace assay
