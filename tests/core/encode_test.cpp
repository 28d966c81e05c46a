#include "core/tensor/encode.h"

#include <QTest>
#include <bit>
#include <cfenv>
#include <cmath>
#include <random>
#include <vector>

using namespace assay;

namespace {

struct Finite {
  double value;
  ElementCode code;
};

/// The finite non-negative values of a dtype with their codes, by value, and after them what would
/// come next if the exponent had no end: what rounds to that overflows.
std::vector<Finite> ladder(Dtype dtype) {
  const unsigned signless = 1U << (dtypeFacts(dtype).bits - 1);
  std::vector<Finite> steps;
  for (ElementCode code = 0; code < signless; ++code) {
    const double value = decodeFloat(dtype, code);
    if (std::isfinite(value)) {
      steps.push_back({value, code});
    }
  }
  const double last = steps.back().value;
  const double gap = last - steps[steps.size() - 2].value;
  steps.push_back({last + gap, steps.back().code + 1});
  return steps;
}

/// The nearest of all steps, by comparing distances; of two equally near the one with even code.
ElementCode nearestCode(const std::vector<Finite>& steps, double magnitude) {
  std::size_t low = 0;
  while (low + 2 < steps.size() && steps[low + 1].value <= magnitude) {
    ++low;
  }
  const double below = magnitude - steps[low].value;
  const double above = steps[low + 1].value - magnitude;
  const bool up = below > above || (below == above && steps[low].code % 2 == 1);
  return steps[low + (up ? 1 : 0)].code;
}

std::vector<Dtype> smallTargets() {
  return {Dtype::F8_E4M3, Dtype::F8_E5M2, Dtype::F8_E4M3FNUZ, Dtype::F8_E5M2FNUZ,
          Dtype::F6_E2M3, Dtype::F6_E3M2, Dtype::F4};
}

} // namespace

class EncodeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyCodeEncodesToItself() {
    auto targets = smallTargets();
    targets.push_back(Dtype::F16);
    targets.push_back(Dtype::BF16);
    for (const Dtype target : targets) {
      for (ElementCode code = 0; code < (1U << dtypeFacts(target).bits); ++code) {
        const double value = decodeFloat(target, code);
        if (std::isnan(value)) {
          QVERIFY(std::isnan(decodeFloat(target, encodeFloat(target, value))));
        } else {
          QCOMPARE(encodeFloat(target, value), code);
        }
      }
    }
  }

  void nearestOfAllCodes() {
    std::mt19937_64 random(1);
    for (const Dtype target : smallTargets()) {
      const auto steps = ladder(target);
      std::vector<double> values;
      for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        const double middle = (steps[i].value + steps[i + 1].value) / 2;
        values.insert(values.end(),
                      {middle, std::nextafter(middle, 0), std::nextafter(middle, 1e9)});
      }
      std::uniform_real_distribution<double> any(0, steps.back().value);
      for (int i = 0; i < 2000; ++i) {
        values.push_back(any(random));
      }
      for (const double value : values) {
        const ElementCode nearest = nearestCode(steps, value);
        const ElementCode found = encodeFloat(target, value, OnOverflow::Largest);
        const ElementCode largest = steps[steps.size() - 2].code;
        QCOMPARE(found, std::min(nearest, largest));
        if (nearest > largest && dtypeFacts(target).layout.specials != FloatSpecials::None) {
          QVERIFY(!std::isfinite(decodeFloat(target, encodeFloat(target, value))));
        }
      }
    }
  }

  void sixteenBitsAtEveryMiddle() {
    for (const Dtype target : {Dtype::F16, Dtype::BF16}) {
      const auto steps = ladder(target);
      for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        const double middle = steps[i].value / 2 + steps[i + 1].value / 2;
        const ElementCode even = steps[i].code % 2 == 0 ? steps[i].code : steps[i].code + 1;
        QCOMPARE(encodeFloat(target, middle), even);
        QCOMPARE(encodeFloat(target, std::nextafter(middle, 0)), steps[i].code);
        QCOMPARE(encodeFloat(target, std::nextafter(middle, 1e300)), steps[i].code + 1);
      }
    }
  }

  void overflowAsEachDtypeHasIt() {
    QCOMPARE(encodeFloat(Dtype::F16, 65519.99), ElementCode(0x7BFF));
    QCOMPARE(encodeFloat(Dtype::F16, 65520), ElementCode(0x7C00));
    QCOMPARE(encodeFloat(Dtype::F16, -65520, OnOverflow::Largest), ElementCode(0xFBFF));
    QCOMPARE(encodeFloat(Dtype::F8_E4M3, 464), ElementCode(0x7E));
    QCOMPARE(encodeFloat(Dtype::F8_E4M3, 464.01), ElementCode(0x7F));
    QCOMPARE(encodeFloat(Dtype::F8_E4M3, -1e9), ElementCode(0xFF));
    QCOMPARE(encodeFloat(Dtype::F8_E5M2, 61440), ElementCode(0x7C));
    QCOMPARE(encodeFloat(Dtype::F8_E5M2, -INFINITY), ElementCode(0xFC));
    QCOMPARE(encodeFloat(Dtype::F8_E4M3FNUZ, 248), ElementCode(0x80));
    QCOMPARE(encodeFloat(Dtype::F4, 1000), ElementCode(0x7));
    QCOMPARE(encodeFloat(Dtype::F8_E4M3, INFINITY, OnOverflow::Largest), ElementCode(0x7E));
    QCOMPARE(encodeFloat(Dtype::BF16, 1e308), ElementCode(0x7F80));
  }

  void zerosAndNan() {
    QCOMPARE(encodeFloat(Dtype::BF16, -0.0), ElementCode(0x8000));
    QCOMPARE(encodeFloat(Dtype::F8_E4M3FNUZ, -0.0), ElementCode(0));
    QCOMPARE(encodeFloat(Dtype::F8_E4M3FNUZ, -1e-9), ElementCode(0));
    QCOMPARE(encodeFloat(Dtype::F16, std::nan("")), ElementCode(0x7E00));
    QCOMPARE(encodeFloat(Dtype::F8_E4M3, std::nan("")), ElementCode(0x7F));
    QCOMPARE(encodeFloat(Dtype::F16, 5e-324), ElementCode(0));
  }

  void float32AsTheProcessorRounds() {
    std::mt19937_64 random(2);
    for (int i = 0; i < 200'000; ++i) {
      const double value = std::bit_cast<double>(random());
      if (std::isnan(value) || std::abs(value) > 1e38) {
        continue;
      }
      const auto expected = std::bit_cast<std::uint32_t>(static_cast<float>(value));
      QCOMPARE(encodeFloat(Dtype::F32, value), ElementCode(expected));
    }
  }

  void theProcessorsRoundingModeDoesNotMatter() {
    std::fesetround(FE_UPWARD);
    const ElementCode code = encodeFloat(Dtype::F16, 1.0 + std::ldexp(1.0, -12));
    std::fesetround(FE_TONEAREST);
    QCOMPARE(code, ElementCode(0x3C00));
  }

  void largestValues() {
    QCOMPARE(largestFinite(Dtype::F16), 65504.0);
    QCOMPARE(largestFinite(Dtype::F8_E4M3), 448.0);
    QCOMPARE(largestFinite(Dtype::F8_E5M2), 57344.0);
    QCOMPARE(largestFinite(Dtype::F8_E4M3FNUZ), 240.0);
    QCOMPARE(largestFinite(Dtype::F4), 6.0);
  }
};

QTEST_APPLESS_MAIN(EncodeTest)
#include "encode_test.moc"
