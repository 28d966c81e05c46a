#include "core/report/chart_layout.h"

#include "core/base/number_text.h"
#include "core/report/chart_ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace assay {
namespace {

/// Where a target's zones meet, in log2 of the magnitude.
struct ZoneEdges {
  double subnormal; ///< from here values no longer become 0: half the smallest subnormal
  double normal;
  double overflow; ///< from here the rounded value is beyond the largest
};

ZoneEdges edgesOf(Dtype target) {
  const FloatLayout& layout = dtypeFacts(target).layout;
  const int smallestNormal = layout.minNormalExponent();
  // The largest finite value is (2 - 2^-m) * 2^e, but E4M3 gives its last code to NaN. A value half
  // a step above it or more rounds beyond it.
  const int topExponent = (1 << layout.exponentBits) - 1 - layout.bias -
                          (layout.specials == FloatSpecials::Ieee ? 1 : 0);
  const double step = std::ldexp(1.0, topExponent - layout.mantissaBits);
  const double steps =
      std::ldexp(2.0, layout.mantissaBits) - (layout.specials == FloatSpecials::Fn ? 2.0 : 1.0);
  return {static_cast<double>(smallestNormal - layout.mantissaBits - 1),
          static_cast<double>(smallestNormal), std::log2((steps + 0.5) * step)};
}

struct Bin {
  int exponent = 0;
  std::uint64_t total = 0;
  LossCounts classes{};
};

/// The bins from `first` to `last`, those outside added to the ends.
std::vector<Bin> binsWithin(const MagnitudeCounts& input, int first, int last, bool classes) {
  std::vector<Bin> bins(static_cast<std::size_t>(last - first + 1));
  for (std::size_t i = 0; i < bins.size(); ++i) {
    bins[i].exponent = first + static_cast<int>(i);
  }
  for (std::size_t i = 0; i < input.counts.size(); ++i) {
    const int exponent = std::clamp(input.lowestExponent + static_cast<int>(i), first, last);
    Bin& bin = bins[static_cast<std::size_t>(exponent - first)];
    bin.total += input.counts[i];
    for (std::size_t c = 0; classes && c < lossClassCount; ++c) {
      bin.classes[c] += input.byClass[i][c];
    }
  }
  return bins;
}

double barTop(std::uint64_t count) {
  return std::log10(static_cast<double>(count));
}

void appendBars(const Bin& bin, bool classes, std::vector<ChartBar>& bars) {
  ChartBar bar;
  bar.binCount = bin.total;
  bar.lowest = std::ldexp(1.0, bin.exponent);
  bar.highest = std::ldexp(1.0, bin.exponent + 1);
  if (!classes) {
    if (bin.total > 0) {
      bar.left = bin.exponent;
      bar.right = bin.exponent + 1;
      bar.count = bin.total;
      bar.top = barTop(bin.total);
      bars.push_back(bar);
    }
    return;
  }
  const auto parts = std::count_if(bin.classes.begin(), bin.classes.end(),
                                   [](std::uint64_t count) { return count > 0; });
  int part = 0;
  for (std::size_t c = 0; c < lossClassCount; ++c) {
    if (bin.classes[c] == 0) {
      continue;
    }
    const double width = 1.0 / static_cast<double>(parts);
    bar.left = bin.exponent + width * part;
    bar.right = bar.left + width;
    bar.count = bin.classes[c];
    bar.top = barTop(bar.count);
    bar.lossClass = static_cast<LossClass>(c);
    bars.push_back(bar);
    ++part;
  }
}

std::string splitText(std::uint64_t exact, std::uint64_t rounded) {
  if (rounded == 0) {
    return groupedText(exact);
  }
  return groupedText(exact) + " exact · " + groupedText(rounded) + " rounded";
}

void appendBands(const MagnitudeCounts& input, const ZoneEdges& edges, ChartLayout& chart) {
  LossCounts sums{};
  for (const LossCounts& row : input.byClass) {
    for (std::size_t c = 0; c < lossClassCount; ++c) {
      sums[c] += row[c];
    }
  }
  const auto sum = [&](LossClass c) { return sums[static_cast<std::size_t>(c)]; };
  const auto band = [&](ChartZone zone, double left, double right, std::string name,
                        std::uint64_t exact, std::uint64_t rounded) {
    chart.bands.push_back({zone, std::clamp(left, chart.left, chart.right),
                           std::clamp(right, chart.left, chart.right), std::move(name),
                           splitText(exact, rounded), groupedText(exact + rounded)});
  };
  band(ChartZone::Flushed, chart.left, edges.subnormal, "Flushed to zero", sum(LossClass::Flushed),
       0);
  band(ChartZone::Subnormal, edges.subnormal, edges.normal, "Subnormal",
       sum(LossClass::SubnormalExact), sum(LossClass::SubnormalRounded));
  band(ChartZone::Normal, edges.normal, edges.overflow,
       sum(LossClass::NormalRounded) == 0 ? "Normal, exact" : "Normal", sum(LossClass::NormalExact),
       sum(LossClass::NormalRounded));
  band(ChartZone::Overflow, edges.overflow, chart.right, "Overflow", sum(LossClass::Overflow), 0);
}

struct ExponentRange {
  int first;
  int last;
};

ExponentRange occupiedRange(const MagnitudeCounts& input) {
  constexpr int margin = 4;
  if (input.counts.empty()) {
    return {-margin, margin - 1};
  }
  const int highest = input.lowestExponent + static_cast<int>(input.counts.size()) - 1;
  return {input.lowestExponent - margin, highest + margin};
}

/// End bars that took in values from outside the axis say so: they are open on that side.
void openMergedEnds(const MagnitudeCounts& input, ExponentRange range,
                    std::vector<ChartBar>& bars) {
  const int highest = input.lowestExponent + static_cast<int>(input.counts.size()) - 1;
  for (ChartBar& bar : bars) {
    if (bar.left < range.first + 1 && input.lowestExponent < range.first) {
      bar.lowest = 0;
    }
    if (bar.left >= range.last && highest > range.last) {
      bar.highest = std::numeric_limits<double>::infinity();
    }
  }
}

} // namespace

ChartLayout layoutMagnitudeChart(const MagnitudeCounts& input, std::optional<Dtype> target) {
  const bool classes = target && input.byClass.size() == input.counts.size();
  ExponentRange range = occupiedRange(input);
  ZoneEdges edges{};
  if (classes) {
    edges = edgesOf(*target);
    if (*target != Dtype::BF16) {
      // 9 powers below the smallest subnormal, 4 past overflow.
      range = {static_cast<int>(edges.subnormal) + 1 - 9,
               static_cast<int>(std::ceil(edges.overflow)) + 3};
    }
  }
  ChartLayout chart;
  chart.left = range.first;
  chart.right = range.last + 1;
  std::uint64_t most = 1;
  for (const Bin& bin : binsWithin(input, range.first, range.last, classes)) {
    appendBars(bin, classes, chart.bars);
    most = std::max(most, bin.total);
  }
  openMergedEnds(input, range, chart.bars);
  chart.yTicks = countTicks(most);
  chart.top = chartTop(most, classes);
  if (classes) {
    appendBands(input, edges, chart);
    chart.xTicks =
        powerOfTwoTicks(range.first, range.last + 1,
                        {static_cast<int>(edges.subnormal), static_cast<int>(edges.normal),
                         static_cast<int>(std::lround(edges.overflow))});
  } else {
    chart.xTicks = powerOfTwoTicks(range.first, range.last + 1, {});
  }
  return chart;
}

ChartLayout layoutValueChart(double lowest, double highest, std::span<const std::uint64_t> counts) {
  ChartLayout chart;
  // All values equal, or none: one bin in the middle of a range of its own.
  if (!(highest > lowest)) {
    const double half = lowest == 0 ? 1 : std::abs(lowest) / 2;
    chart.left = lowest - half;
    chart.right = lowest + half;
  } else {
    chart.left = lowest;
    chart.right = highest;
  }
  const double bins = static_cast<double>(std::max<std::size_t>(counts.size(), 1));
  // Halves first: highest - lowest may be beyond the largest double.
  const double width = (chart.right / 2 - chart.left / 2) / bins * 2;
  std::uint64_t most = 1;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    most = std::max(most, counts[i]);
    if (counts[i] > 0) {
      ChartBar bar;
      bar.left = chart.left + width * static_cast<double>(i);
      bar.right = bar.left + width;
      bar.lowest = bar.left;
      bar.highest = bar.right;
      bar.count = bar.binCount = counts[i];
      bar.top = barTop(counts[i]);
      chart.bars.push_back(bar);
    }
  }
  chart.yTicks = countTicks(most);
  chart.top = chartTop(most, false);
  chart.xTicks = valueTicks(chart.left, chart.right);
  return chart;
}

} // namespace assay
