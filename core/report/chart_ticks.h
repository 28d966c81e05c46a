#pragma once

#include "core/report/chart_layout.h"

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace assay {

/// Ticks at 1, 10, 100 ... up to the first power of ten at or above `most`.
[[nodiscard]] std::vector<ChartTick> countTicks(std::uint64_t most);

/// The upper edge of a chart whose highest bar counts `most`: with bands there is room for their
/// two lines of text above the bars.
[[nodiscard]] double chartTop(std::uint64_t most, bool withBands);

/// About eight ticks at powers of two within [first, last]: the `marks` that lie inside, then
/// others at even distances that keep clear of them.
[[nodiscard]] std::vector<ChartTick> powerOfTwoTicks(int first, int last,
                                                     std::initializer_list<int> marks);

/// About eight ticks at 1, 2, 2.5 or 5 times a power of ten within [lowest, highest].
[[nodiscard]] std::vector<ChartTick> valueTicks(double lowest, double highest);

} // namespace assay
