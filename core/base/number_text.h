#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

/// Numbers for people, in the one form that the command line and reports use. (The window uses the
/// system's locale.) All functions are pure.

/// 134515008 -> "134,515,008".
[[nodiscard]] std::string groupedText(std::uint64_t value);

/// Decimal sizes as file managers on a Mac show them: "512 bytes", "30.5 kB", "1.77 MB", "16.06
/// GB". Two decimals below 10 and for GB and above, else one.
[[nodiscard]] std::string sizeText(std::uint64_t bytes);

/// "1 tensor", "2 tensors", "1,000 tensors".
[[nodiscard]] std::string countText(std::uint64_t count, std::string_view noun);

/// "3.1 ms" below a second, else "1.24 s".
[[nodiscard]] std::string secondsText(double seconds);

/// A value with `digits` significant digits, trailing zeros kept, "2.98e-08" below 1e-4 or from
/// 1e6.
[[nodiscard]] std::string valueText(double value, int digits = 4);

} // namespace assay
