#include "core/tensor/encode.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace assay {
namespace {

/// The code of the largest finite magnitude.
std::uint64_t largestCode(const FloatLayout& layout) {
  const std::uint64_t all = (std::uint64_t{1} << (layout.exponentBits + layout.mantissaBits)) - 1;
  switch (layout.specials) {
  case FloatSpecials::Ieee: // the exponent of all ones is taken
    return all - (std::uint64_t{1} << layout.mantissaBits);
  case FloatSpecials::Fn:
    return all - 1;
  case FloatSpecials::Fnuz:
  case FloatSpecials::None:
    break;
  }
  return all;
}

std::uint64_t signBit(const FloatLayout& layout) {
  return std::uint64_t{1} << (layout.exponentBits + layout.mantissaBits);
}

std::uint64_t nanCode(const FloatLayout& layout, std::uint64_t sign) {
  switch (layout.specials) {
  case FloatSpecials::Ieee: // quiet: the top bit of the mantissa
    return sign | (largestCode(layout) + 1) | (std::uint64_t{1} << (layout.mantissaBits - 1));
  case FloatSpecials::Fn:
    return sign | (largestCode(layout) + 1);
  case FloatSpecials::Fnuz:
  case FloatSpecials::None:
    break;
  }
  return signBit(layout);
}

std::uint64_t overflowCode(const FloatLayout& layout, std::uint64_t sign, OnOverflow overflow) {
  if (overflow == OnOverflow::Largest || layout.specials == FloatSpecials::None) {
    return sign | largestCode(layout);
  }
  return layout.specials == FloatSpecials::Ieee ? sign | (largestCode(layout) + 1)
                                                : nanCode(layout, sign);
}

/// Exact: `value` is below 2^53 and not negative.
std::uint64_t roundedToEven(double value) {
  const double floor = std::floor(value);
  const double rest = value - floor;
  const auto whole = static_cast<std::uint64_t>(floor);
  const bool up = rest > 0.5 || (rest == 0.5 && whole % 2 == 1);
  return up ? whole + 1 : whole;
}

/// The rounded magnitude counted in codes, as if the exponent had no upper end.
std::uint64_t magnitudeCode(const FloatLayout& layout, double magnitude) {
  if (magnitude == 0) {
    return 0;
  }
  const int lowest = layout.minNormalExponent();
  const int exponent = std::max(std::ilogb(magnitude), lowest);
  // In units of the last place of this exponent; scaling by a power of two is exact here. A
  // mantissa that rounds up to the next power of two carries into the exponent by itself.
  const std::uint64_t units = roundedToEven(std::ldexp(magnitude, layout.mantissaBits - exponent));
  return (static_cast<std::uint64_t>(exponent - lowest) << layout.mantissaBits) + units;
}

} // namespace

ElementCode encodeFloat(Dtype target, double value, OnOverflow overflow) {
  if (target == Dtype::F64) {
    return std::bit_cast<std::uint64_t>(value);
  }
  const FloatLayout& layout = dtypeFacts(target).layout;
  const std::uint64_t sign = std::signbit(value) ? signBit(layout) : 0;
  if (std::isnan(value)) {
    return nanCode(layout, sign);
  }
  if (std::isinf(value)) {
    return overflowCode(layout, sign, overflow);
  }
  const std::uint64_t code = magnitudeCode(layout, std::abs(value));
  if (code > largestCode(layout)) {
    return overflowCode(layout, sign, overflow);
  }
  const bool noNegativeZero = layout.specials == FloatSpecials::Fnuz;
  return code == 0 && noNegativeZero ? 0 : sign | code;
}

double largestFinite(Dtype dtype) {
  return decodeFloat(dtype, largestCode(dtypeFacts(dtype).layout));
}

} // namespace assay
