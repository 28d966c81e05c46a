#include "core/tensor/element.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

using namespace assay;

namespace {

std::vector<std::byte> bytesOf(std::initializer_list<unsigned> values) {
  std::vector<std::byte> bytes;
  for (const unsigned value : values) {
    bytes.push_back(static_cast<std::byte>(value));
  }
  return bytes;
}

bool same(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

/// Not the decoder's own formula: from the parts, with every case spelled out.
double decodedByHand(unsigned code, int exponentBits, int mantissaBits) {
  const int sign = (code >> 15U) != 0 ? -1 : 1;
  const int exponent = static_cast<int>(code >> mantissaBits) & ((1 << exponentBits) - 1);
  const int mantissa = static_cast<int>(code) & ((1 << mantissaBits) - 1);
  const int bias = (1 << (exponentBits - 1)) - 1;
  if (exponent == (1 << exponentBits) - 1) {
    return mantissa == 0 ? sign * std::numeric_limits<double>::infinity() : std::nan("");
  }
  const double fraction = std::ldexp(mantissa, -mantissaBits);
  return exponent == 0 ? sign * std::ldexp(fraction, 1 - bias)
                       : sign * std::ldexp(1 + fraction, exponent - bias);
}

} // namespace

class ElementTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everySmallFloatCode() {
    std::ifstream in(ASSAY_SOURCE_DIR "/tests/core/data/small_floats.csv");
    std::string line;
    std::getline(in, line);
    std::vector<Dtype> columns;
    std::istringstream header(line);
    for (std::string cell; std::getline(header, cell, ',');) {
      columns.push_back(dtypeFromName(cell));
    }
    QCOMPARE(columns.size(), std::size_t(9));
    int checked = 0;
    while (std::getline(in, line)) {
      std::istringstream row(line);
      std::string cell;
      std::getline(row, cell, ',');
      const ElementCode code = std::stoul(cell);
      for (std::size_t column = 1; std::getline(row, cell, ','); ++column) {
        if (!cell.empty()) {
          const double found = decodeFloat(columns[column], code);
          QVERIFY2(same(found, std::strtod(cell.c_str(), nullptr)), line.c_str());
          ++checked;
        }
      }
    }
    QCOMPARE(checked, 5 * 256 + 2 * 64 + 16);
  }

  void everySixteenBitFloatCode() {
    for (unsigned code = 0; code < 65536; ++code) {
      QVERIFY(same(decodeFloat(Dtype::F16, code), decodedByHand(code, 5, 10)));
      QVERIFY(same(decodeFloat(Dtype::BF16, code), decodedByHand(code, 8, 7)));
    }
  }

  void wideFloats() {
    QCOMPARE(decodeFloat(Dtype::F32, 0x3F800001U), 1.0 + std::ldexp(1.0, -23));
    QCOMPARE(decodeFloat(Dtype::F32, 1), std::ldexp(1.0, -149));
    QCOMPARE(decodeFloat(Dtype::F64, 1), std::numeric_limits<double>::denorm_min());
    QVERIFY(same(decodeFloat(Dtype::F64, std::uint64_t{1} << 63U), -0.0));
    QVERIFY(std::isnan(decodeFloat(Dtype::F32, 0x7F800001U)));
  }

  void integersAreExact() {
    constexpr auto all = std::numeric_limits<std::uint64_t>::max();
    QCOMPARE(std::get<std::uint64_t>(decodeElement(Dtype::U64, all)), all);
    QCOMPARE(std::get<std::int64_t>(decodeElement(Dtype::I64, std::uint64_t{1} << 63U)),
             std::numeric_limits<std::int64_t>::min());
    QCOMPARE(std::get<std::int64_t>(decodeElement(Dtype::I8, 0x80)), std::int64_t(-128));
    QCOMPARE(std::get<std::int64_t>(decodeElement(Dtype::I16, 0xFFFF)), std::int64_t(-1));
    QCOMPARE(std::get<std::int64_t>(decodeElement(Dtype::I32, 0x7FFFFFFF)),
             std::int64_t(2147483647));
    QCOMPARE(std::get<std::uint64_t>(decodeElement(Dtype::U16, 0xFFFF)), std::uint64_t(65535));
    QCOMPARE(std::get<bool>(decodeElement(Dtype::Bool, 2)), true);
    QCOMPARE(std::get<bool>(decodeElement(Dtype::Bool, 0)), false);
  }

  void complexHasItsRealPartFirst() {
    const auto bytes = bytesOf({0, 0, 0xC0, 0x3F, 0, 0, 0, 0xC0});
    const auto value = decodeElement(Dtype::C64, elementCode(Dtype::C64, bytes, 0));
    QCOMPARE(std::get<std::complex<double>>(value).real(), 1.5);
    QCOMPARE(std::get<std::complex<double>>(value).imag(), -2.0);
  }

  void littleEndianAtAnyAddress() {
    const auto bytes = bytesOf({0xFF, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    const auto odd = std::span(bytes).subspan(1);
    QCOMPARE(elementCode(Dtype::U64, odd, 1), ElementCode(0x100F0E0D0C0B0A09));
    QCOMPARE(elementCode(Dtype::I32, odd, 1), ElementCode(0x08070605));
    QCOMPARE(elementCode(Dtype::BF16, odd, 7), ElementCode(0x100F));
    QCOMPARE(elementCode(Dtype::U8, odd, 15), ElementCode(16));
  }

  void nibblesLowFirstOrSwapped() {
    const auto bytes = bytesOf({0x21, 0x43});
    for (std::uint64_t i = 0; i < 4; ++i) {
      QCOMPARE(elementCode(Dtype::F4, bytes, i), i + 1);
    }
    QCOMPARE(elementCode(Dtype::F4, bytes, 0, NibbleOrder::HighFirst), ElementCode(2));
    QCOMPARE(elementCode(Dtype::F4, bytes, 3, NibbleOrder::HighFirst), ElementCode(3));
  }

  void sixBitsAreOneStreamFromTheLowestBit() {
    std::vector<std::byte> bytes(48); // 64 elements
    for (unsigned bit = 0; bit < 64 * 6; ++bit) {
      const unsigned element = bit / 6;
      const unsigned set = (element >> (bit % 6)) & 1U; // element i holds the code i
      bytes[bit / 8] |= static_cast<std::byte>(set << (bit % 8));
    }
    for (std::uint64_t i = 0; i < 64; ++i) {
      QCOMPARE(elementCode(Dtype::F6_E2M3, bytes, i), i);
    }
    const auto cut = std::span(bytes).first(46); // the last group has one byte left
    QCOMPARE(elementCode(Dtype::F6_E3M2, cut, 60), ElementCode(60));
    QCOMPARE(elementsIn(Dtype::F6_E3M2, cut.size()), std::uint64_t(61));
  }

  void wholeElementsInBytes() {
    QCOMPARE(elementsIn(Dtype::F4, 3), std::uint64_t(6));
    QCOMPARE(elementsIn(Dtype::F6_E2M3, 2), std::uint64_t(2));
    QCOMPARE(elementsIn(Dtype::F64, 15), std::uint64_t(1));
    QCOMPARE(elementsIn(Dtype::Unknown, 15), std::uint64_t(0));
    constexpr auto all = std::numeric_limits<std::uint64_t>::max();
    QCOMPARE(elementsIn(Dtype::F4, all), all);
    for (std::uint64_t bytes = 0; bytes < 100; ++bytes) {
      QCOMPARE(elementsIn(Dtype::F6_E2M3, bytes), bytes * 8 / 6);
      QCOMPARE(elementsIn(Dtype::F4, bytes), bytes * 2);
    }
  }
};

QTEST_APPLESS_MAIN(ElementTest)
#include "element_test.moc"
