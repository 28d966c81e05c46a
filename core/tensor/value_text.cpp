#include "core/tensor/value_text.h"

#include "core/tensor/encode.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <optional>

namespace assay {
namespace {

std::string specialText(double value) {
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

template<typename Number>
std::string shortestText(Number value) {
  return std::isfinite(value) ? fmt::format("{}", value) : specialText(static_cast<double>(value));
}

/// A decimal of `digits` significant digits that rounds to `code`, where there is one. The nearest
/// to the value is tried first; next to a power of two the gaps differ, and there the decimal on
/// the other side can be the only one.
std::optional<double> decimalFor(Dtype dtype, ElementCode code, double value, int digits) {
  const std::string nearest = fmt::format("{:.{}e}", std::abs(value), digits - 1);
  const std::size_t e = nearest.find('e');
  std::string number = nearest.substr(0, 1) + (digits > 1 ? nearest.substr(2, e - 2) : "");
  const long mantissa = std::strtol(number.c_str(), nullptr, 10);
  const int exponent = std::atoi(nearest.c_str() + e + 1) - (digits - 1);
  for (const long candidate : {mantissa, mantissa + 1, mantissa - 1}) {
    const double decimal = std::copysign(
        std::strtod(fmt::format("{}e{}", candidate, exponent).c_str(), nullptr), value);
    if (encodeFloat(dtype, decimal) == code) {
      return decimal;
    }
  }
  return std::nullopt;
}

/// For floats of at most 16 bits, which have at most 5 significant digits.
std::string smallFloatText(Dtype dtype, ElementCode code) {
  const double value = decodeFloat(dtype, code);
  if (value == 0 || !std::isfinite(value)) {
    return shortestText(value);
  }
  for (int digits = 1; digits < 17; ++digits) {
    if (const auto decimal = decimalFor(dtype, code, value, digits)) {
      return shortestText(*decimal);
    }
  }
  return shortestText(value);
}

std::string floatText(Dtype dtype, ElementCode code) {
  const double value = decodeFloat(dtype, code);
  switch (dtype) {
  case Dtype::F64:
    return shortestText(value);
  case Dtype::F32:
  case Dtype::F8_E8M0:
    return shortestText(static_cast<float>(value));
  default:
    return smallFloatText(dtype, code);
  }
}

ElementCode ownBits(Dtype dtype, ElementCode code) {
  const unsigned bits = dtypeFacts(dtype).bits;
  return bits >= 64 ? code : code & ((ElementCode{1} << bits) - 1);
}

std::string complexText(std::string real, std::string imaginary) {
  const bool signedAlready = imaginary[0] == '-';
  return std::move(real) + (signedAlready ? "" : "+") + imaginary + "j";
}

/// BOOL and the integers, which have one text only.
std::string wholeText(Dtype dtype, ElementCode code) {
  if (dtype == Dtype::Bool && code <= 1) {
    return code == 1 ? "true" : "false";
  }
  const ElementValue value = decodeElement(dtype, code);
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    return std::to_string(*number);
  }
  return std::to_string(code);
}

} // namespace

std::string elementText(Dtype dtype, ElementCode code) {
  code = ownBits(dtype, code);
  switch (dtypeFacts(dtype).kind) {
  case DtypeKind::Float:
  case DtypeKind::Scale:
    return floatText(dtype, code);
  case DtypeKind::Complex:
    return complexText(floatText(Dtype::F32, code & 0xFFFFFFFFU),
                       floatText(Dtype::F32, code >> 32U));
  default:
    return wholeText(dtype, code);
  }
}

std::string exactText(Dtype dtype, ElementCode code) {
  code = ownBits(dtype, code);
  switch (dtypeFacts(dtype).kind) {
  case DtypeKind::Float:
  case DtypeKind::Scale:
    return shortestText(decodeFloat(dtype, code));
  case DtypeKind::Complex:
    return complexText(shortestText(decodeFloat(Dtype::F32, code & 0xFFFFFFFFU)),
                       shortestText(decodeFloat(Dtype::F32, code >> 32U)));
  default:
    return wholeText(dtype, code);
  }
}

ElementTexts::ElementTexts(Dtype dtype, Make make) : m_dtype(dtype), m_make(make) {
  const unsigned bits = dtypeFacts(dtype).bits;
  if (bits <= 16) {
    m_made.resize(std::size_t{1} << bits);
  }
}

const std::string& ElementTexts::of(ElementCode code) {
  std::string& text = m_made.empty() ? m_last : m_made[code];
  if (m_made.empty() || text.empty()) {
    text = m_make(m_dtype, code);
  }
  return text;
}

} // namespace assay
