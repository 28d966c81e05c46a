#pragma once

#include "core/tensor/element.h"

#include <cstdint>

namespace assay {

/// What a finite value beyond the largest finite one of its target becomes, after rounding.
enum class OnOverflow : std::uint8_t {
  Special, ///< Inf where the target has it, else NaN; the largest where it has neither (F6, F4)
  Largest, ///< the largest finite value with the same sign; an infinite value too
};

/// The code of `value` in a Float dtype: one rounding, to nearest, ties to even, whatever the
/// rounding mode of the processor. F16, BF16 and F32 sources are exact in float64, so this is the
/// rounding of a direct conversion. NaN stays NaN (quiet, with its sign; -0 where the target has no
/// NaN); Inf counts as beyond the largest. -0 stays -0 where the target has it.
[[nodiscard]] ElementCode encodeFloat(Dtype target, double value,
                                      OnOverflow overflow = OnOverflow::Special);

/// The largest finite value of a Float dtype.
[[nodiscard]] double largestFinite(Dtype dtype);

} // namespace assay
