#include "core/tensor/encode.h"
#include "core/tensor/value_text.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <random>
#include <string>

using namespace assay;

namespace {

/// Significant digits of a decimal text.
std::size_t digitsOf(const std::string& text) {
  std::string digits;
  for (const char c : text.substr(0, text.find('e'))) {
    if (c >= '0' && c <= '9') {
      digits += c;
    }
  }
  digits.erase(0, digits.find_first_not_of('0'));
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits.size();
}

/// For each code the fewest digits of any decimal that rounds to it: all decimals of up to `most`
/// digits are tried.
std::map<ElementCode, std::size_t> fewestDigits(Dtype dtype, std::size_t most) {
  std::map<ElementCode, std::size_t> fewest;
  int first = 1;
  for (std::size_t digits = 1; digits <= most; ++digits, first *= 10) {
    for (int mantissa = first; mantissa < first * 10; ++mantissa) {
      for (int exponent = -48; exponent <= 38; ++exponent) {
        const std::string text = std::to_string(mantissa) + "e" + std::to_string(exponent);
        fewest.emplace(encodeFloat(dtype, std::strtod(text.c_str(), nullptr)), digits);
      }
    }
  }
  return fewest;
}

} // namespace

class ValueTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyTextReadsBack() {
    for (const DtypeFacts& facts : allDtypes()) {
      if (facts.kind != DtypeKind::Float || facts.bits > 16) {
        continue;
      }
      for (ElementCode code = 0; code < (1U << facts.bits); ++code) {
        const double value = decodeFloat(facts.dtype, code);
        const std::string text = elementText(facts.dtype, code);
        const double read = std::strtod(text.c_str(), nullptr);
        if (std::isnan(value)) {
          QCOMPARE(text, std::string("nan"));
        } else {
          QCOMPARE(encodeFloat(facts.dtype, read), code);
          const double exact = std::strtod(exactText(facts.dtype, code).c_str(), nullptr);
          QVERIFY(exact == value && std::signbit(exact) == std::signbit(value));
        }
      }
    }
  }

  void noShorterTextReadsBack() {
    for (const Dtype dtype :
         {Dtype::F8_E4M3, Dtype::F8_E5M2, Dtype::F8_E4M3FNUZ, Dtype::F8_E5M2FNUZ, Dtype::F6_E2M3,
          Dtype::F6_E3M2, Dtype::F4, Dtype::BF16, Dtype::F16}) {
      const auto fewest = fewestDigits(dtype, 3);
      for (ElementCode code = 1; code < (1U << (dtypeFacts(dtype).bits - 1)); ++code) {
        const double value = decodeFloat(dtype, code);
        if (std::isfinite(value)) {
          const auto found = fewest.find(code);
          const std::size_t digits = digitsOf(elementText(dtype, code));
          QVERIFY(found != fewest.end() ? digits == found->second : digits > 3);
        }
      }
    }
  }

  void examples() {
    QCOMPARE(elementText(Dtype::BF16, 0x3DCD), std::string("0.1"));
    QCOMPARE(exactText(Dtype::BF16, 0x3DCD), std::string("0.10009765625"));
    QCOMPARE(elementText(Dtype::BF16, 0xBF80), std::string("-1"));
    QCOMPARE(elementText(Dtype::F16, 0x7BFF), std::string("65500"));
    QCOMPARE(elementText(Dtype::F16, 0x8000), std::string("-0"));
    QCOMPARE(elementText(Dtype::F16, 0x0001), std::string("6e-08"));
    QCOMPARE(elementText(Dtype::F16, 0xFC00), std::string("-inf"));
    QCOMPARE(elementText(Dtype::F32, 0x3DCCCCCD), std::string("0.1"));
    QCOMPARE(exactText(Dtype::F32, 0x3DCCCCCD), std::string("0.10000000149011612"));
    QCOMPARE(elementText(Dtype::F64, std::bit_cast<std::uint64_t>(0.1)), std::string("0.1"));
    QCOMPARE(elementText(Dtype::F4, 0xB), std::string("-1.5"));
    QCOMPARE(elementText(Dtype::F8_E8M0, 0x83), std::string("16"));
    QCOMPARE(elementText(Dtype::F8_E8M0, 0xFF), std::string("nan"));
    QCOMPARE(elementText(Dtype::Bool, 1), std::string("true"));
    QCOMPARE(elementText(Dtype::Bool, 2), std::string("2"));
    QCOMPARE(elementText(Dtype::C64, 0xC00000003FC00000), std::string("1.5-2j"));
    QCOMPARE(elementText(Dtype::C64, 0x3F80000000000000), std::string("0+1j"));
    QCOMPARE(elementText(Dtype::U64, std::numeric_limits<std::uint64_t>::max()),
             std::string("18446744073709551615"));
    QCOMPARE(elementText(Dtype::I64, std::uint64_t{1} << 63U), std::string("-9223372036854775808"));
    QCOMPARE(elementText(Dtype::I8, 0xFF), std::string("-1"));
  }

  void wideFloatsReadBack() {
    std::mt19937_64 random(3);
    for (int i = 0; i < 50'000; ++i) {
      const std::uint64_t code = random();
      const auto half = static_cast<std::uint32_t>(code);
      if (std::isfinite(std::bit_cast<double>(code))) {
        QCOMPARE(std::bit_cast<std::uint64_t>(
                     std::strtod(elementText(Dtype::F64, code).c_str(), nullptr)),
                 code);
      }
      if (std::isfinite(std::bit_cast<float>(half))) {
        QCOMPARE(std::bit_cast<std::uint32_t>(
                     std::strtof(elementText(Dtype::F32, half).c_str(), nullptr)),
                 half);
      }
    }
  }

  void eachScaleReadsBack() {
    for (ElementCode code = 0; code < 255; ++code) {
      const double value = decodeFloat(Dtype::F8_E8M0, code);
      QCOMPARE(std::strtof(elementText(Dtype::F8_E8M0, code).c_str(), nullptr),
               static_cast<float>(value));
    }
  }

  void manyTextsAreTheSameTexts() {
    ElementTexts shortest(Dtype::BF16, elementText);
    ElementTexts exact(Dtype::BF16, exactText);
    for (const ElementCode code : {0x3DCDU, 0x3DCDU, 0x7FC0U, 0U}) {
      QCOMPARE(shortest.of(code), elementText(Dtype::BF16, code));
      QCOMPARE(exact.of(code), exactText(Dtype::BF16, code));
    }
    ElementTexts wide(Dtype::I32, elementText);
    QCOMPARE(wide.of(7), std::string("7"));
    QCOMPARE(wide.of(0xFFFFFFFF), std::string("-1"));
  }
};

QTEST_APPLESS_MAIN(ValueTextTest)
#include "value_text_test.moc"
