#include "core/stats/block_loss.h"

#include <bit>
#include <cmath>

namespace assay {
namespace {

/// floor(log2(size)) + 1074 of a size > 0.
unsigned exponentRow(double size) {
  const auto stored = static_cast<unsigned>(std::bit_cast<std::uint64_t>(size) >> 52U);
  return stored != 0 ? stored + 51 : static_cast<unsigned>(std::ilogb(size) + 1074);
}

} // namespace

void BlockLoss::compute(const TargetGrid& grid, std::span<const double> values) {
  errors.resize(values.size());
  cells.resize(values.size());
  maxError = 0;
  maxSaturatedError = 0;
  overflow = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double size = std::fabs(values[i]);
    const double rounded = grid.round(size);
    const double error = std::fabs(size - rounded);
    if (rounded > grid.largest) {
      ++overflow;
      errors[i] = size - grid.largest;
      maxSaturatedError = std::max(maxSaturatedError, errors[i]);
    } else {
      errors[i] = error;
      maxError = std::max(maxError, error);
    }
    const auto which = static_cast<unsigned>(grid.classOf(size, rounded));
    cells[i] = static_cast<std::uint16_t>(size == 0 ? zeroClass : exponentRow(size) << 3U | which);
  }
}

} // namespace assay
