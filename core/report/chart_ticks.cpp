#include "core/report/chart_ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace assay {

std::string countTickLabel(int power) {
  constexpr std::array<std::string_view, 7> units{"", " k", " M", " G", " T", " P", " E"};
  const auto group = static_cast<std::size_t>(power / 3);
  return fmt::format("1{:0>{}}{}", "", power % 3, units[std::min(group, units.size() - 1)]);
}

std::vector<ChartTick> countTicks(std::uint64_t most) {
  std::vector<ChartTick> ticks;
  const int highest = static_cast<int>(std::ceil(std::log10(static_cast<double>(most))));
  for (int power = 0; power <= std::max(highest, 1); ++power) {
    ticks.push_back({static_cast<double>(power), countTickLabel(power), std::nullopt});
  }
  return ticks;
}

double chartTop(std::uint64_t most, bool withBands) {
  const double bars = std::max(std::ceil(std::log10(static_cast<double>(most))), 1.0);
  const double above = withBands ? 0.22 : 0.06;
  return bars + (bars - chartBaseline) * above;
}

std::vector<ChartTick> powerOfTwoTicks(int first, int last, std::initializer_list<int> marks) {
  constexpr int about = 13;
  const int span = last - first;
  int step = 1;
  for (const int candidate : {1, 2, 4, 8, 16, 32, 64, 128, 256}) {
    step = candidate;
    if (span / candidate <= about) {
      break;
    }
  }
  std::vector<int> at;
  for (const int mark : marks) {
    if (mark >= first && mark <= last) {
      at.push_back(mark);
    }
  }
  const std::vector<int> fixed = at;
  for (int power = first - first % step; power <= last; power += step) {
    const bool clear = std::all_of(fixed.begin(), fixed.end(), [&](int mark) {
      return std::abs(mark - power) >= std::max(step, span / 20);
    });
    if (power > first && power < last && clear) {
      at.push_back(power);
    }
  }
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  std::vector<ChartTick> ticks;
  for (const int power : at) {
    ticks.push_back({static_cast<double>(power), std::to_string(power), power});
  }
  return ticks;
}

std::vector<ChartTick> valueTicks(double lowest, double highest) {
  const double rough = (highest / 8 - lowest / 8);
  if (!(rough > 0) || !std::isfinite(rough)) {
    return {};
  }
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
    if (factor * power >= rough) {
      step = factor * power;
      break;
    }
  }
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) - 1e-9)) +
                                       (std::fmod(step / power + 1e-9, 1.0) > 0.1 ? 1 : 0));
  std::vector<ChartTick> ticks;
  for (double i = std::ceil(lowest / step); i * step <= highest && ticks.size() < 24; i += 1) {
    const double at = i * step;
    const bool plain = decimals <= 6 && std::abs(at) < 1e7;
    std::string label = i == 0  ? "0"
                        : plain ? fmt::format("{:.{}f}", at, decimals)
                                : fmt::format("{:.3g}", at);
    ticks.push_back({at, std::move(label), std::nullopt});
  }
  return ticks;
}

} // namespace assay
