#pragma once

#include "core/stats/conversion_loss.h"
#include "core/tensor/dtype.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// Charts as numbers: everything in data units (x as said below, y as log10 of a count), so that
/// the window, SVG and print draw the same rectangles. All functions are pure.
///
/// One bar, or one of up to three side by side where a bin holds several classes.
struct ChartBar {
  double left = 0; ///< x of the edges, left < right
  double right = 0;
  double top = 0; ///< log10(count), above `baseline`
  std::uint64_t count = 0;
  std::optional<LossClass> lossClass{}; ///< empty: no conversion is shown
  double lowest = 0;                    ///< the bin: lowest <= value < highest
  double highest = 0;
  std::uint64_t binCount = 0; ///< of the whole bin
};

/// A stretch of the x axis in which the target treats values alike.
enum class ChartZone : std::uint8_t { Flushed, Subnormal, Normal, Overflow };

struct ChartBand {
  ChartZone zone = ChartZone::Normal;
  double left = 0;
  double right = 0;         ///< equal to `left` where the zone lies off the chart
  std::string name{};       ///< "Flushed to zero"
  std::string count{};      ///< "2,171 exact · 775 rounded"
  std::string shortCount{}; ///< "2,946": for a band too narrow for `count`
};

struct ChartTick {
  double at = 0;
  std::string label{}; ///< "10 k", "0.25"; for a power of two the exponent, see `exponent`
  std::optional<int> exponent{}; ///< the label is 2 to this power
};

/// Counts of 1 stand on a baseline of half a count, so that they show.
inline constexpr double chartBaseline = -0.30102999566398120; // log10(0.5)

struct ChartLayout {
  double left = 0;
  double right = 1;
  double top = 1; ///< y of the upper edge; the lower one is `chartBaseline`
  std::vector<ChartBar> bars{};
  std::vector<ChartBand> bands{}; ///< from left to right; empty where no conversion is shown
  std::vector<ChartTick> xTicks{};
  std::vector<ChartTick> yTicks{};
};

/// Input of a magnitude chart: counts[i] finite values with floor(log2 |x|) = lowestExponent + i,
/// and the same split by loss class where a conversion is shown (then of equal length).
struct MagnitudeCounts {
  int lowestExponent = 0;
  std::span<const std::uint64_t> counts{};
  std::span<const LossCounts> byClass{};
};

/// One bar a power of two; x is log2 |value|. With a target (F16, BF16, F8_E4M3, F8_E5M2) the
/// zones of that target; the axis runs from 9 powers below its smallest subnormal to 4 past
/// overflow and what lies outside joins the end bars. For BF16, and without a target, it runs from
/// 4 below to 4 above the occupied bins.
[[nodiscard]] ChartLayout layoutMagnitudeChart(const MagnitudeCounts& input,
                                               std::optional<Dtype> target);

/// Bars of `counts.size()` equal bins over [lowest, highest]; x is the value.
[[nodiscard]] ChartLayout layoutValueChart(double lowest, double highest,
                                           std::span<const std::uint64_t> counts);

/// "1", "10", "1 k", "100 M": the label of a power of ten on a count axis.
[[nodiscard]] std::string countTickLabel(int power);

} // namespace assay
