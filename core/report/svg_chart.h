#pragma once

#include "core/report/chart_layout.h"

#include <ostream>
#include <string_view>

namespace assay {

/// Writes a chart as an inline SVG element. Colours come from the classes that `svgChartStyle`
/// defines (so that one page is readable in light and dark, and in print); `summary` becomes the
/// accessible title and is escaped here. Numbers are written with at most two decimals.
void writeSvgChart(std::ostream& out, const ChartLayout& layout, std::string_view summary,
                   double width = 860, double height = 230);

/// The pattern that hatches rounded values: written once a page, before the first chart.
void writeSvgDefinitions(std::ostream& out);

/// Style rules for the charts of a page, light and dark.
[[nodiscard]] std::string_view svgChartStyle();

} // namespace assay
