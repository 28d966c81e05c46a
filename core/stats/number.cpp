#include "core/stats/number.h"

#include <cmath>
#include <compare>
#include <type_traits>

namespace assay {
namespace {

constexpr double twoTo63 = 9223372036854775808.0;
constexpr double twoTo64 = 18446744073709551616.0;

/// An integer of up to 65 bits with its sign.
struct Whole {
  bool negative = false;
  std::uint64_t size = 0;
};

Whole wholeOf(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? Whole{true, 0 - bits} : Whole{false, bits};
}

bool less(const Whole& a, const Whole& b) {
  if (a.negative != b.negative) {
    return a.negative;
  }
  return a.negative ? a.size > b.size : a.size < b.size;
}

/// a <=> b for an integer and a float that is not NaN.
std::strong_ordering compare(const Whole& a, double b) {
  if (b >= twoTo64) {
    return std::strong_ordering::less;
  }
  if (b < -twoTo63) {
    return std::strong_ordering::greater;
  }
  const double down = std::trunc(b);
  const Whole whole{down < 0, static_cast<std::uint64_t>(std::fabs(down))};
  if (less(a, whole)) {
    return std::strong_ordering::less;
  }
  if (less(whole, a)) {
    return std::strong_ordering::greater;
  }
  if (b == down) {
    return std::strong_ordering::equal;
  }
  return b > down ? std::strong_ordering::less : std::strong_ordering::greater;
}

Whole wholeOf(const Number& number) {
  if (const auto* value = std::get_if<std::int64_t>(&number)) {
    return wholeOf(*value);
  }
  return {false, std::get<std::uint64_t>(number)};
}

} // namespace

double toDouble(const Number& number) {
  return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

bool lessThan(const Number& a, const Number& b) {
  const auto* left = std::get_if<double>(&a);
  const auto* right = std::get_if<double>(&b);
  if (left != nullptr && right != nullptr) {
    return *left < *right;
  }
  if (left != nullptr) {
    return compare(wholeOf(b), *left) == std::strong_ordering::greater;
  }
  if (right != nullptr) {
    return compare(wholeOf(a), *right) == std::strong_ordering::less;
  }
  return less(wholeOf(a), wholeOf(b));
}

Number absolute(const Number& number) {
  if (const auto* value = std::get_if<double>(&number)) {
    return std::fabs(*value);
  }
  const Whole whole = wholeOf(number);
  if (whole.negative && whole.size <= std::uint64_t{INT64_MAX}) {
    return static_cast<std::int64_t>(whole.size);
  }
  return whole.negative ? Number(whole.size) : number;
}

} // namespace assay
