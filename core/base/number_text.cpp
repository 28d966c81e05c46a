#include "core/base/number_text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace assay {

std::string groupedText(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t i = digits.size(); i > 3; i -= 3) {
    digits.insert(i - 3, 1, ',');
  }
  return digits;
}

std::string sizeText(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 6> units{"kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) {
    return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes);
  }
  double value = static_cast<double>(bytes) / 1000;
  std::size_t unit = 0;
  // 999,950 bytes would print as "1000.0 kB"; carry to the next unit first.
  while (value >= (unit >= 2 ? 999.995 : 999.95) && unit + 1 < units.size()) {
    value /= 1000;
    ++unit;
  }
  const int decimals = unit >= 2 || value < 9.995 ? 2 : 1;
  return fmt::format("{:.{}f} {}", value, decimals, units[unit]);
}

std::string countText(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", groupedText(count), noun, count == 1 ? "" : "s");
}

std::string secondsText(double seconds) {
  if (seconds < 0.9995) {
    const double ms = seconds * 1000;
    return fmt::format("{:.{}f} ms", ms, ms < 9.95 ? 1 : 0);
  }
  return fmt::format("{:.2f} s", seconds);
}

std::string valueText(double value, int digits) {
  if (std::isnan(value)) {
    return "NaN";
  }
  if (std::isinf(value)) {
    return value > 0 ? "Inf" : "-Inf";
  }
  if (value == 0) {
    return "0";
  }
  // Round first: 9.9996 has one digit before the point, its text has two.
  std::string scientific = fmt::format("{:.{}e}", value, digits - 1);
  const int exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
  if (exponent < -4 || exponent >= 6) {
    return scientific;
  }
  return fmt::format("{:.{}f}", value, std::max(digits - 1 - exponent, 0));
}

} // namespace assay
