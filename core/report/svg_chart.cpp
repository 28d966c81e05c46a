#include "core/report/svg_chart.h"

#include "core/base/text_escape.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace assay {
namespace {

constexpr double leftMargin = 48;
constexpr double rightMargin = 4;
constexpr double bottomMargin = 24;
constexpr double digitWidth = 6.7; ///< of the 12 pixel labels, on the wide side

constexpr std::array<std::string_view, lossClassCount> barClasses{
    "flushed", "subnormal", "rounded", "normal", "rounded", "overflow"};
constexpr std::array<std::string_view, 4> bandClasses{"flushed", "subnormal", "normal", "overflow"};

/// From data units to pixels of the plot area.
struct Plot {
  const ChartLayout& layout;
  double width;
  double height;

  [[nodiscard]] double x(double value) const {
    const double share = (value - layout.left) / (layout.right - layout.left);
    return leftMargin + share * (width - leftMargin - rightMargin);
  }
  [[nodiscard]] double y(double value) const {
    const double share = (value - chartBaseline) / (layout.top - chartBaseline);
    return (1 - share) * bottom();
  }
  [[nodiscard]] double bottom() const { return height - bottomMargin; }
};

void writeRect(std::ostream& out, std::string_view classes, double left, double top, double right,
               double bottom) {
  fmt::print(out,
             "<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/>\n",
             classes, left, top, std::max(right - left, 0.3), bottom - top);
}

bool fits(std::string_view text, double width) {
  return static_cast<double>(text.size()) * digitWidth <= width;
}

void writeBand(std::ostream& out, const Plot& plot, const ChartBand& band) {
  const double left = plot.x(band.left);
  const double right = plot.x(band.right);
  const std::string_view zone = bandClasses[static_cast<std::size_t>(band.zone)];
  if (right <= left) {
    return; // off the chart; the table beside it has the count
  }
  writeRect(out, fmt::format("band {}", zone), left, 0, right, plot.bottom());
  if (band.left > plot.layout.left) {
    fmt::print(out, "<path class=\"edge\" d=\"M{0:.2f} 0V{1:.2f}\"/>\n", left, plot.bottom());
  }
  double y = 15;
  if (fits(band.name, right - left)) {
    fmt::print(out, "<text class=\"zone {}\" x=\"{:.2f}\" y=\"{}\">{}</text>\n", zone, left + 6, y,
               escapedForHtml(band.name));
    y += 15;
  }
  const std::string& count = fits(band.count, right - left) ? band.count : band.shortCount;
  if (fits(count, right - left)) {
    fmt::print(out, "<text x=\"{:.2f}\" y=\"{}\">{}</text>\n", left + 6, y, escapedForHtml(count));
  }
}

void writeTicks(std::ostream& out, const Plot& plot) {
  for (const ChartTick& tick : plot.layout.yTicks) {
    const double y = plot.y(tick.at);
    fmt::print(out, "<path class=\"grid\" d=\"M{:.2f} {:.2f}H{:.2f}\"/>", leftMargin, y,
               plot.width - rightMargin);
    fmt::print(out,
               "<text class=\"tick\" text-anchor=\"end\" x=\"{:.2f}\" y=\"{:.2f}\">{}</text>\n",
               leftMargin - 8, y + 4, escapedForHtml(tick.label));
  }
  for (const ChartTick& tick : plot.layout.xTicks) {
    fmt::print(out, "<text class=\"tick\" text-anchor=\"middle\" x=\"{:.2f}\" y=\"{:.2f}\">",
               plot.x(tick.at), plot.bottom() + 16);
    if (tick.exponent) {
      fmt::print(out, "2<tspan dy=\"-4\" font-size=\"9\">{}</tspan>",
                 *tick.exponent < 0 ? fmt::format("−{}", -*tick.exponent) : tick.label);
    } else {
      out << escapedForHtml(tick.label);
    }
    out << "</text>\n";
  }
}

void writeBars(std::ostream& out, const Plot& plot) {
  constexpr double gap = 1;
  for (const ChartBar& bar : plot.layout.bars) {
    const std::string_view kind =
        bar.lossClass ? barClasses[static_cast<std::size_t>(*bar.lossClass)] : "normal";
    const double left = plot.x(bar.left);
    const double right = std::max(plot.x(bar.right) - gap, left + 0.5);
    writeRect(out, fmt::format("bar {}", kind), left, plot.y(bar.top), right, plot.bottom());
    if (kind == "rounded") {
      writeRect(out, "hatch", left, plot.y(bar.top), right, plot.bottom());
    }
  }
}

} // namespace

void writeSvgChart(std::ostream& out, const ChartLayout& layout, std::string_view summary,
                   double width, double height) {
  const Plot plot{layout, width, height};
  fmt::print(
      out, "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 {:.0f} {:.0f}\">\n<title>{}</title>\n",
      width, height, escapedForHtml(summary));
  for (const ChartBand& band : layout.bands) {
    writeBand(out, plot, band);
  }
  writeTicks(out, plot);
  writeBars(out, plot);
  fmt::print(out, "<path class=\"edge\" d=\"M{:.2f} {:.2f}H{:.2f}\"/>\n</svg>\n", leftMargin,
             plot.bottom(), width - rightMargin);
}

void writeSvgDefinitions(std::ostream& out) {
  out << "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
         "<pattern id=\"hatch\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\" "
         "patternTransform=\"rotate(45)\"><rect class=\"ink\" width=\"1.6\" height=\"4\"/>"
         "</pattern></defs></svg>\n";
}

std::string_view svgChartStyle() {
  return R"(.chart{width:100%;height:auto;font:12px system-ui,sans-serif;font-variant-numeric:tabular-nums}
.chart text{fill:var(--text)}
.chart .tick{fill:var(--secondary);font-size:11px}
.chart .grid{stroke:var(--separator);fill:none}
.chart .edge{stroke:var(--secondary);stroke-opacity:.6;fill:none}
.chart .zone{font-weight:600}
.chart text.flushed{fill:var(--flushed)}.chart text.subnormal{fill:var(--subnormal)}
.chart text.normal{fill:var(--secondary)}.chart text.overflow{fill:var(--overflow)}
.chart .band{fill-opacity:.08}.chart .band.normal{fill-opacity:.05}
.chart rect.flushed{fill:var(--flushed)}.chart rect.subnormal{fill:var(--subnormal)}
.chart rect.normal{fill:var(--normal)}.chart rect.rounded{fill:var(--rounded)}
.chart rect.overflow{fill:var(--overflow)}
.chart .hatch{fill:url(#hatch)}
.ink{fill:var(--hatch)}
)";
}

} // namespace assay
