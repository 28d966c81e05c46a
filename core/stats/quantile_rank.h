#pragma once

#include <algorithm>
#include <cstdint>

namespace assay {

/// The rank, from 1, of the quantile of `thousandths` among `count` >= 1 values in order:
/// ceil(thousandths * count / 1000), without overflow.
[[nodiscard]] constexpr std::uint64_t quantileRank(unsigned thousandths, std::uint64_t count) {
  const std::uint64_t rest = count % 1000 * thousandths;
  return std::max<std::uint64_t>(1, count / 1000 * thousandths + (rest + 999) / 1000);
}

} // namespace assay
