#pragma once

#include <cstdint>
#include <span>

namespace assay {

/// A sum of squares that neither overflows nor underflows: sum * 2^(2 * scale).
struct ScaledSquares {
  double sum = 0;
  int scale = 0;

  void merge(const ScaledSquares& other);
  [[nodiscard]] double root() const;                         ///< square root of the sum
  [[nodiscard]] double rootMean(std::uint64_t values) const; ///< sqrt(sum / values); 0 for none
};

/// Mean and spread of values, mergeable: mean * 2^scale, and the sum of squared distances from the
/// mean as squares * 2^(2 * scale). Merging in one order gives the same bits.
struct Moments {
  std::uint64_t count = 0;
  double scaledMean = 0;
  double squares = 0;
  int scale = 0;

  void merge(const Moments& other);
  [[nodiscard]] double mean() const;
  [[nodiscard]] double deviation() const; ///< of the population
  [[nodiscard]] double rms() const;
  [[nodiscard]] ScaledSquares sumOfSquares() const;
};

/// Elements that are summed in one go, with `momentLanes` sums side by side.
inline constexpr std::size_t momentBlock = 65536;
inline constexpr std::size_t momentLanes = 16;

/// The power of two to divide values by, whose largest magnitude is `absMax`, before they are
/// squared: 0 where that is not needed.
[[nodiscard]] int squaringScale(double absMax);

/// Moments of finite values, at most `momentBlock`, in two passes over them.
[[nodiscard]] Moments momentsOfBlock(std::span<const double> values, double absMax);

/// The sum of the squares of finite values, at most `momentBlock`.
[[nodiscard]] ScaledSquares squaresOfBlock(std::span<const double> values, double absMax);

} // namespace assay
