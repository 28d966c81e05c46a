#pragma once

#include "core/report/chart_layout.h"

#include <QString>

namespace assay {

/// "2⁻²⁵": a power of two with the exponent in superscript.
[[nodiscard]] QString powerOfTwoText(int exponent);

/// "normal, exact": the class in the words of the loss table.
[[nodiscard]] QString lossClassText(LossClass lossClass);

/// "2⁻⁹ ≤ |w| < 2⁻⁸: 118,204 values (13.4 %), normal, exact"; `total` is the sum of all bars.
[[nodiscard]] QString magnitudeBarText(const ChartBar& bar, std::uint64_t total);

/// "−0.25 ≤ w < −0.23: 1,204 values (0.1 %)".
[[nodiscard]] QString valueBarText(const ChartBar& bar, std::uint64_t total);

} // namespace assay
