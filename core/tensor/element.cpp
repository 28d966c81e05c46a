#include "core/tensor/element.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace assay {
namespace {

static_assert(std::endian::native == std::endian::little,
              "tensor data is little-endian and read as it is");

/// `count` <= 8 bytes as a number.
std::uint64_t load(const std::byte* from, std::size_t count) {
  std::uint64_t value = 0;
  std::memcpy(&value, from, count);
  return value;
}

ElementCode nibble(std::span<const std::byte> bytes, std::uint64_t index, NibbleOrder order) {
  const bool low = (index % 2 == 0) == (order == NibbleOrder::LowFirst);
  const auto pair = std::to_integer<std::uint64_t>(bytes[index / 2]);
  return low ? pair & 0xFU : pair >> 4U;
}

/// Four elements of 6 bits take three bytes; the file may end inside the last three.
ElementCode sixBits(std::span<const std::byte> bytes, std::uint64_t index) {
  const std::uint64_t group = index / 4 * 3;
  const std::size_t there = bytes.size() - group < 3 ? bytes.size() - group : 3;
  return (load(bytes.data() + group, there) >> (index % 4 * 6)) & 0x3FU;
}

bool isNan(const FloatLayout& layout, std::uint64_t exponent, std::uint64_t mantissa,
           bool negative) {
  const std::uint64_t allExponent = (std::uint64_t{1} << layout.exponentBits) - 1;
  const std::uint64_t allMantissa = (std::uint64_t{1} << layout.mantissaBits) - 1;
  switch (layout.specials) {
  case FloatSpecials::Ieee:
    return exponent == allExponent && mantissa != 0;
  case FloatSpecials::Fn:
    return exponent == allExponent && mantissa == allMantissa;
  case FloatSpecials::Fnuz:
    return negative && exponent == 0 && mantissa == 0;
  case FloatSpecials::None:
    break;
  }
  return false;
}

/// Sign, exponent and mantissa of at most 16 bits, by the general formula.
double decodeSmall(const FloatLayout& layout, std::uint64_t code) {
  const std::uint64_t allExponent = (std::uint64_t{1} << layout.exponentBits) - 1;
  const std::uint64_t mantissa = code & ((std::uint64_t{1} << layout.mantissaBits) - 1);
  const std::uint64_t exponent = (code >> layout.mantissaBits) & allExponent;
  const bool negative = ((code >> (layout.mantissaBits + layout.exponentBits)) & 1U) != 0;
  double magnitude = 0;
  if (isNan(layout, exponent, mantissa, negative)) {
    magnitude = std::numeric_limits<double>::quiet_NaN();
  } else if (layout.specials == FloatSpecials::Ieee && exponent == allExponent) {
    magnitude = std::numeric_limits<double>::infinity();
  } else {
    const std::uint64_t leading = exponent == 0 ? 0 : std::uint64_t{1} << layout.mantissaBits;
    const int power = (exponent == 0 ? 1 : static_cast<int>(exponent)) - layout.bias;
    magnitude = std::ldexp(static_cast<double>(leading | mantissa), power - layout.mantissaBits);
  }
  return negative ? -magnitude : magnitude;
}

double floatOfBits(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}

/// The low `bits` of `code` as two's complement.
std::int64_t signedOf(ElementCode code, unsigned bits) {
  const unsigned shift = 64 - bits;
  return static_cast<std::int64_t>(code << shift) >> shift;
}

} // namespace

std::uint64_t elementsIn(Dtype dtype, std::uint64_t bytes) {
  const unsigned bits = dtypeFacts(dtype).bits;
  if (bits == 0) {
    return 0;
  }
  if (bits >= 8) {
    return bytes / (bits / 8);
  }
  // bytes * 8 / bits without the overflow
  const std::uint64_t whole = bytes / bits;
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  return whole > most / 8 - 1 ? most : whole * 8 + bytes % bits * 8 / bits;
}

ElementCode elementCode(Dtype dtype, std::span<const std::byte> bytes, std::uint64_t index,
                        NibbleOrder order) {
  const unsigned bits = dtypeFacts(dtype).bits;
  if (bits == 4) {
    return nibble(bytes, index, order);
  }
  if (bits == 6) {
    return sixBits(bytes, index);
  }
  const std::size_t width = bits / 8;
  return load(bytes.data() + index * width, width);
}

double decodeFloat(Dtype dtype, ElementCode code) {
  switch (dtype) {
  case Dtype::F64:
    return std::bit_cast<double>(code);
  case Dtype::F32:
    return floatOfBits(code);
  case Dtype::BF16:
    return floatOfBits(code << 16U);
  case Dtype::F8_E8M0: // code 0 is 2^-127, a subnormal of F32: no shift into its exponent
    return (code & 0xFFU) == 0xFF ? std::numeric_limits<double>::quiet_NaN()
                                  : std::ldexp(1.0, static_cast<int>(code & 0xFFU) - 127);
  default:
    return decodeSmall(dtypeFacts(dtype).layout, code);
  }
}

ElementValue decodeElement(Dtype dtype, ElementCode code) {
  const DtypeFacts& facts = dtypeFacts(dtype);
  const ElementCode own = facts.bits == 64 ? code : code & ((ElementCode{1} << facts.bits) - 1);
  switch (facts.kind) {
  case DtypeKind::Boolean:
    return own != 0;
  case DtypeKind::UnsignedInteger:
    return own;
  case DtypeKind::SignedInteger:
    return signedOf(own, facts.bits);
  case DtypeKind::Complex:
    return std::complex<double>(floatOfBits(own), floatOfBits(own >> 32U));
  case DtypeKind::Float:
  case DtypeKind::Scale:
    return decodeFloat(dtype, own);
  case DtypeKind::Unknown:
    break;
  }
  return std::uint64_t{0};
}

double asDouble(const ElementValue& value) {
  struct Visitor {
    double operator()(bool truth) const { return truth ? 1 : 0; }
    double operator()(std::uint64_t number) const { return static_cast<double>(number); }
    double operator()(std::int64_t number) const { return static_cast<double>(number); }
    double operator()(double number) const { return number; }
    double operator()(const std::complex<double>& number) const { return number.real(); }
  };
  return std::visit(Visitor{}, value);
}

} // namespace assay
