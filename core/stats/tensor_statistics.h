#pragma once

#include "core/stats/moments.h"
#include "core/stats/number.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

/// The quantiles that are kept, in thousandths.
inline constexpr std::array<unsigned, 9> quantileThousandths{1,   10,  50,  250, 500,
                                                             750, 950, 990, 999};

/// counts[i] finite values other than 0 have floor(log2 |x|) = lowestExponent + i. First and last
/// counts are not 0.
struct Magnitude {
  int lowestExponent = 0;
  std::vector<std::uint64_t> counts{};
  [[nodiscard]] int highestExponent() const {
    return lowestExponent + static_cast<int>(counts.size()) - 1;
  }
};

/// Figures that exist where there is at least one finite value.
struct FiniteFigures {
  Number min{};
  Number max{};
  Number absMax{};
  double mean = 0; ///< these three are infinite where float64 does not hold them
  double std = 0;  ///< of the population
  double rms = 0;
  /// The smallest value with at least this share of the finite values at or below it.
  std::array<Number, quantileThousandths.size()> quantiles{};
  bool hasQuantiles = false;   ///< false only in totals
  bool quantilesExact = false; ///< else within 1/128 (F32, wide integers) or 1/16 (F64)
  std::optional<Number> absMinNonzero{};
  Magnitude magnitude{}; ///< empty where all finite values are 0
};

/// Statistics of a tensor. Values are elements, of C64 real and imaginary parts; indices are of
/// values. Everything but the first counts is over finite values.
struct TensorStatistics {
  std::uint64_t count = 0;
  std::uint64_t nan = 0;
  std::uint64_t posInf = 0;
  std::uint64_t negInf = 0;
  std::uint64_t zero = 0;                   ///< of both signs
  std::optional<std::uint64_t> subnormal{}; ///< floats only, and where a value is finite
  std::optional<std::uint64_t> firstNonfinite{};
  std::optional<std::uint64_t> firstNan{};
  std::optional<std::uint64_t> firstInf{};
  std::optional<FiniteFigures> finite{};
  bool looksByteSwapped = false; ///< a guess
  Moments moments{};             ///< of the finite values, for sums over tensors

  [[nodiscard]] std::uint64_t inf() const { return posInf + negInf; }
  [[nodiscard]] std::uint64_t finiteCount() const { return count - nan - posInf - negInf; }
  [[nodiscard]] bool allZero() const { return count != 0 && zero == count; }
  /// More than one value, all finite and equal, and not 0.
  [[nodiscard]] bool constant() const {
    return count > 1 && finiteCount() == count && finite && zero == 0 && finite->min == finite->max;
  }
};

} // namespace assay
