#include "core/base/checked.h"
#include "core/checkpoint/json_scanner.h"

#include <cmath>
#include <limits>

namespace assay {

/// The digits of a number so far: significand * 10^exponent. Digits past 64 bits only count.
struct JsonScanner::Digits {
  bool positive = true;
  std::uint64_t significand = 0;
  std::int64_t exponent = 0;

  /// False where the digit no longer fits.
  bool add(unsigned digit) {
    const auto shifted = checkedMul(significand, 10);
    const auto sum = shifted ? checkedAdd(*shifted, digit) : std::nullopt;
    significand = sum.value_or(significand);
    return sum.has_value();
  }
};

namespace {

JsonNumber makeDouble(double magnitude, bool positive) {
  return {JsonNumber::Kind::Double, 0, 0, positive ? magnitude : -magnitude};
}

/// The value as serde_json computes it: by steps of at most 10^308, to the last bit but one.
double scaled(double value, std::int64_t exponent) {
  while (exponent < -308 && value != 0) {
    value /= 1e308;
    exponent += 308;
  }
  if (exponent > 308) {
    return value == 0 ? 0 : std::numeric_limits<double>::infinity();
  }
  if (value == 0) {
    return 0;
  }
  return exponent < 0 ? value / std::pow(10.0, static_cast<double>(-exponent))
                      : value * std::pow(10.0, static_cast<double>(exponent));
}

} // namespace

bool JsonScanner::nextIsDigit() const {
  return peek() >= '0' && peek() <= '9';
}

void JsonScanner::skipDigits() {
  while (nextIsDigit()) {
    advance();
  }
}

JsonNumber JsonScanner::doubleFrom(const Digits& digits) {
  const double value = scaled(static_cast<double>(digits.significand), digits.exponent);
  if (std::isinf(value)) {
    refuse({"number out of range", m_index});
  }
  return makeDouble(value, digits.positive);
}

Scan<JsonNumber> JsonScanner::readNumber() {
  Digits digits;
  if (peek() == '-') {
    digits.positive = false;
    advance();
  }
  if (peek() == end) {
    return faultHere("EOF while parsing a value");
  }
  if (!nextIsDigit()) {
    advance();
    return faultHere("invalid number");
  }
  if (peek() == '0') {
    advance();
    if (nextIsDigit()) {
      return faultNext("invalid number");
    }
    return readAfterInteger(digits);
  }
  while (nextIsDigit()) {
    if (digits.exponent > 0 || !digits.add(static_cast<unsigned>(peek() - '0'))) {
      ++digits.exponent;
    }
    advance();
  }
  return readAfterInteger(digits);
}

Scan<JsonNumber> JsonScanner::readAfterInteger(const Digits& digits) {
  if (peek() == '.') {
    return readFraction(digits);
  }
  if (peek() == 'e' || peek() == 'E') {
    return readExponent(digits);
  }
  if (digits.exponent > 0) {
    return doubleFrom(digits);
  }
  if (digits.positive) {
    return JsonNumber{JsonNumber::Kind::Unsigned, digits.significand, 0, 0};
  }
  constexpr std::uint64_t most = std::uint64_t{1} << 63U;
  if (digits.significand == 0 || digits.significand > most) {
    return makeDouble(static_cast<double>(digits.significand), false);
  }
  return JsonNumber{JsonNumber::Kind::Signed, 0, static_cast<std::int64_t>(~digits.significand + 1),
                    0};
}

Scan<JsonNumber> JsonScanner::readFraction(Digits digits) {
  advance(); // the point
  if (peek() == end) {
    return faultNext("EOF while parsing a value");
  }
  if (!nextIsDigit()) {
    return faultNext("invalid number");
  }
  // Digits past 64 bits are dropped, as the reference does.
  while (nextIsDigit() && digits.add(static_cast<unsigned>(peek() - '0'))) {
    --digits.exponent;
    advance();
  }
  skipDigits();
  return peek() == 'e' || peek() == 'E' ? readExponent(digits) : doubleFrom(digits);
}

Scan<JsonNumber> JsonScanner::readExponent(const Digits& digits) {
  advance(); // the letter
  bool positive = true;
  if (peek() == '+' || peek() == '-') {
    positive = peek() == '+';
    advance();
  }
  if (peek() == end) {
    return faultHere("EOF while parsing a value");
  }
  if (!nextIsDigit()) {
    advance();
    return faultHere("invalid number");
  }
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  std::int64_t exponent = 0;
  while (nextIsDigit()) {
    const int digit = peek() - '0';
    advance();
    exponent = exponent * 10 + digit;
    if (exponent > most) {
      if (positive && digits.significand != 0) {
        refuse({"number out of range", m_index});
      }
      skipDigits();
      return makeDouble(0, digits.positive);
    }
  }
  Digits moved = digits;
  moved.exponent += positive ? exponent : -exponent;
  return doubleFrom(moved);
}

} // namespace assay
