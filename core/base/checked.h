#pragma once

#include <cstdint>
#include <optional>

namespace assay {

/// Sums, differences and products of values that come from a file: empty where 64 bits do not
/// hold the true result. Nothing read from a file is combined in any other way.
[[nodiscard]] constexpr std::optional<std::uint64_t> checkedAdd(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
}

[[nodiscard]] constexpr std::optional<std::uint64_t> checkedSub(std::uint64_t a, std::uint64_t b) {
  return b > a ? std::nullopt : std::optional(a - b);
}

[[nodiscard]] constexpr std::optional<std::uint64_t> checkedMul(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
}

} // namespace assay
