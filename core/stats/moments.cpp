#include "core/stats/moments.h"

#include <array>
#include <cmath>

namespace assay {
namespace {

using Lanes = std::array<double, momentLanes>;

/// The lanes in pairs: the same tree on every machine.
double sumOf(Lanes lanes) {
  for (std::size_t half = momentLanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) {
      lanes[lane] += lanes[lane + half];
    }
  }
  return lanes[0];
}

template<typename Term>
double sumOver(std::span<const double> values, Term term) {
  Lanes lanes{};
  const std::size_t whole = values.size() / momentLanes * momentLanes;
  for (std::size_t at = 0; at < whole; at += momentLanes) {
    for (std::size_t lane = 0; lane < momentLanes; ++lane) {
      lanes[lane] += term(values[at + lane]);
    }
  }
  for (std::size_t at = whole; at < values.size(); ++at) {
    lanes[at - whole] += term(values[at]);
  }
  return sumOf(lanes);
}

} // namespace

void ScaledSquares::merge(const ScaledSquares& other) {
  if (other.sum == 0) {
    return;
  }
  if (sum == 0) {
    *this = other;
    return;
  }
  if (other.scale > scale) {
    sum = std::ldexp(sum, 2 * (scale - other.scale));
    scale = other.scale;
  }
  sum += std::ldexp(other.sum, 2 * (other.scale - scale));
}

double ScaledSquares::root() const {
  return std::ldexp(std::sqrt(sum), scale);
}

double ScaledSquares::rootMean(std::uint64_t values) const {
  return values == 0 ? 0 : std::ldexp(std::sqrt(sum / static_cast<double>(values)), scale);
}

void Moments::merge(const Moments& other) {
  if (other.count == 0) {
    return;
  }
  if (count == 0) {
    *this = other;
    return;
  }
  const int common = scale > other.scale ? scale : other.scale;
  const double here = std::ldexp(scaledMean, scale - common);
  const double there = std::ldexp(other.scaledMean, other.scale - common);
  const auto a = static_cast<double>(count);
  const auto b = static_cast<double>(other.count);
  const double apart = there - here;
  squares = std::ldexp(squares, 2 * (scale - common)) +
            std::ldexp(other.squares, 2 * (other.scale - common)) +
            apart * apart * (a * (b / (a + b)));
  scaledMean = here + apart * (b / (a + b));
  count += other.count;
  scale = common;
}

double Moments::mean() const {
  return std::ldexp(scaledMean, scale);
}

double Moments::deviation() const {
  return ScaledSquares{squares, scale}.rootMean(count);
}

double Moments::rms() const {
  return sumOfSquares().rootMean(count);
}

ScaledSquares Moments::sumOfSquares() const {
  return {squares + static_cast<double>(count) * scaledMean * scaledMean, scale};
}

int squaringScale(double absMax) {
  constexpr double large = 0x1p400;
  constexpr double small = 0x1p-400;
  return absMax == 0 || (absMax >= small && absMax <= large) ? 0 : std::ilogb(absMax);
}

Moments momentsOfBlock(std::span<const double> values, double absMax) {
  Moments moments;
  if (values.empty()) {
    return moments;
  }
  moments.count = values.size();
  moments.scale = squaringScale(absMax);
  const auto count = static_cast<double>(values.size());
  if (moments.scale == 0) {
    const double mean = sumOver(values, [](double x) { return x; }) / count;
    moments.scaledMean = mean;
    moments.squares = sumOver(values, [mean](double x) { return (x - mean) * (x - mean); });
    return moments;
  }
  const int down = -moments.scale;
  const auto scaled = [down](double x) { return std::ldexp(x, down); };
  const double mean = sumOver(values, scaled) / count;
  moments.scaledMean = mean;
  moments.squares =
      sumOver(values, [&](double x) { return (scaled(x) - mean) * (scaled(x) - mean); });
  return moments;
}

ScaledSquares squaresOfBlock(std::span<const double> values, double absMax) {
  const int scale = squaringScale(absMax);
  if (scale == 0) {
    return {sumOver(values, [](double x) { return x * x; }), 0};
  }
  return {sumOver(values,
                  [scale](double x) {
                    const double unit = std::ldexp(x, -scale);
                    return unit * unit;
                  }),
          scale};
}

} // namespace assay
