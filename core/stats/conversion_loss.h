#pragma once

#include "core/stats/moments.h"
#include "core/tensor/dtype.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

/// What becomes of a finite non-zero value in a conversion: the order of the rows of `by_exponent`.
enum class LossClass : std::uint8_t {
  Flushed,          ///< becomes 0
  SubnormalExact,   ///< lands below the target's smallest normal value, unchanged
  SubnormalRounded, ///< lands below the target's smallest normal value, changed
  NormalExact,
  NormalRounded,
  Overflow, ///< rounds to beyond the target's largest finite value
};
inline constexpr std::size_t lossClassCount = 6;
using LossCounts = std::array<std::uint64_t, lossClassCount>;

/// The dtypes that a conversion may go to, in the order in which losses are kept.
inline constexpr std::array<Dtype, 4> lossTargets{Dtype::F16, Dtype::BF16, Dtype::F8_E4M3,
                                                  Dtype::F8_E5M2};
inline constexpr std::size_t lossTargetCount = lossTargets.size();

/// The place of a target in `lossTargets`; empty for any other dtype.
[[nodiscard]] std::optional<std::size_t> lossTargetIndex(Dtype dtype);

/// Whether values of this dtype have conversion losses: floats of all widths, no scale, no C64.
[[nodiscard]] bool hasConversionLoss(Dtype dtype);

/// What values beyond the target's largest become.
enum class OverflowRule : std::uint8_t {
  ToInfOrNan, ///< Inf, or NaN where the target has no Inf (F8_E4M3)
  Saturate,   ///< the largest finite value with their sign
};

/// Errors over the values that are finite before and after: without the overflowing ones under
/// ToInfOrNan, with them under Saturate.
struct LossErrors {
  std::uint64_t values = 0; ///< that the errors are over; zeros count
  double maxAbsError = 0;
  std::optional<std::uint64_t> maxAbsErrorAt{}; ///< lowest index; empty where nothing changed
  ScaledSquares noise{};                        ///< sum of squared errors
  ScaledSquares signal{};                       ///< sum of squared stored values

  [[nodiscard]] double rmse() const { return noise.rootMean(values); }
};

/// Counts by exponent and class, packed: most exponents meet one or two classes.
class ExponentClasses {
 public:
  /// `rows`: from the lowest exponent on. Counts below 2^49.
  void assign(const std::vector<LossCounts>& rows);
  [[nodiscard]] std::vector<LossCounts> rows() const;
  [[nodiscard]] std::size_t rowCount() const { return m_rows; }

 private:
  std::vector<std::uint64_t> m_cells; ///< count << 15 | row << 3 | class
  std::uint32_t m_rows = 0;
};

/// What a conversion of one tensor to `target` would lose: one rounding from the stored value, to
/// nearest, ties to even.
struct ConversionLoss {
  Dtype target = Dtype::F16;
  LossCounts counts{};
  ExponentClasses byExponent{}; ///< one row an exponent of the statistics' `magnitude`
  LossErrors plain{};           ///< under ToInfOrNan
  LossErrors saturated{};       ///< under Saturate

  [[nodiscard]] std::uint64_t count(LossClass which) const {
    return counts[static_cast<std::size_t>(which)];
  }
  [[nodiscard]] const LossErrors& errors(OverflowRule rule) const {
    return rule == OverflowRule::Saturate ? saturated : plain;
  }
  /// Nothing changed, and there was something.
  [[nodiscard]] bool lossless(OverflowRule rule) const;
  /// Signal to noise in decibels; empty where there is no noise or no signal.
  [[nodiscard]] std::optional<double> sqnrDb(OverflowRule rule) const;
};

} // namespace assay
