#include "core/stats/conversion_loss.h"

#include <algorithm>
#include <cmath>

namespace assay {

std::optional<std::size_t> lossTargetIndex(Dtype dtype) {
  const auto* found = std::find(lossTargets.begin(), lossTargets.end(), dtype);
  if (found == lossTargets.end()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - lossTargets.begin());
}

bool hasConversionLoss(Dtype dtype) {
  return dtypeFacts(dtype).kind == DtypeKind::Float;
}

void ExponentClasses::assign(const std::vector<LossCounts>& rows) {
  m_cells.clear();
  m_rows = static_cast<std::uint32_t>(rows.size());
  for (std::uint64_t row = 0; row < rows.size(); ++row) {
    for (std::uint64_t which = 0; which < lossClassCount; ++which) {
      if (const std::uint64_t count = rows[row][which]; count != 0) {
        m_cells.push_back(count << 15U | row << 3U | which);
      }
    }
  }
  m_cells.shrink_to_fit();
}

std::vector<LossCounts> ExponentClasses::rows() const {
  std::vector<LossCounts> rows(m_rows);
  for (const std::uint64_t cell : m_cells) {
    rows[(cell >> 3U) & 0xFFFU][cell & 7U] = cell >> 15U;
  }
  return rows;
}

bool ConversionLoss::lossless(OverflowRule rule) const {
  const LossErrors& over = errors(rule);
  return over.noise.sum == 0 && over.signal.sum > 0 && count(LossClass::Overflow) == 0;
}

std::optional<double> ConversionLoss::sqnrDb(OverflowRule rule) const {
  const LossErrors& over = errors(rule);
  if (!(over.noise.sum > 0) || !(over.signal.sum > 0)) {
    return std::nullopt;
  }
  // By the powers of two first: the quotient of the roots might not be a float64.
  constexpr double decibelsAPower = 6.020599913279624; // 20 log10(2)
  return 20 * std::log10(std::sqrt(over.signal.sum) / std::sqrt(over.noise.sum)) +
         decibelsAPower * (over.signal.scale - over.noise.scale);
}

} // namespace assay
