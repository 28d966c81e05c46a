#include "core/stats/analysis_totals.h"

#include "core/stats/census_figures.h"
#include "core/stats/quantile_rank.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace assay {
namespace {

/// Adds counts of which the first is for `theirs` to counts that begin at `ours`.
template<typename Count, typename Plus>
void addAligned(int& ours, std::vector<Count>& sums, int theirs, const std::vector<Count>& counts,
                Plus plus) {
  if (counts.empty()) {
    return;
  }
  if (sums.empty()) {
    ours = theirs;
  }
  if (theirs < ours) {
    sums.insert(sums.begin(), static_cast<std::size_t>(ours - theirs), Count{});
    ours = theirs;
  }
  const auto offset = static_cast<std::size_t>(theirs - ours);
  sums.resize(std::max(sums.size(), offset + counts.size()));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    plus(sums[offset + i], counts[i]);
  }
}

void addCounts(LossCounts& sums, const LossCounts& counts) {
  for (std::size_t i = 0; i < lossClassCount; ++i) {
    sums[i] += counts[i];
  }
}

void addErrors(LossErrors& sum, const LossErrors& errors, std::optional<ValuePlace>& place,
               TensorId id) {
  sum.values += errors.values;
  sum.noise.merge(errors.noise);
  sum.signal.merge(errors.signal);
  if (errors.maxAbsError > sum.maxAbsError) {
    sum.maxAbsError = errors.maxAbsError;
    place.reset();
    if (errors.maxAbsErrorAt) {
      place = ValuePlace{id, *errors.maxAbsErrorAt};
    }
  }
}

} // namespace

void CensusSum::add(const SparseCensus& census) {
  std::vector<std::uint64_t>& counts = m_counts[census.dtype];
  counts.resize(codeBook(census.dtype).values.size());
  for (const CodeCount& each : census.codes) {
    counts[each.code] += each.count;
  }
}

std::array<Number, quantileThousandths.size()> CensusSum::quantiles() const {
  std::vector<std::tuple<double, Number, std::uint64_t>> items;
  std::uint64_t total = 0;
  for (const auto& [dtype, counts] : m_counts) {
    for (std::size_t code = 0; code < counts.size(); ++code) {
      const double value = codeBook(dtype).values[code];
      if (counts[code] != 0 && std::isfinite(value)) {
        items.emplace_back(value, numberOfCode(dtype, static_cast<std::uint16_t>(code)),
                           counts[code]);
        total += counts[code];
      }
    }
  }
  std::stable_sort(items.begin(), items.end(),
                   [](const auto& a, const auto& b) { return std::get<0>(a) < std::get<0>(b); });
  std::array<Number, quantileThousandths.size()> quantiles{};
  std::size_t at = 0;
  std::uint64_t below = items.empty() ? 0 : std::get<2>(items[0]);
  for (std::size_t i = 0; i < quantiles.size() && !items.empty(); ++i) {
    while (below < quantileRank(quantileThousandths[i], total)) {
      below += std::get<2>(items[++at]);
    }
    quantiles[i] = std::get<1>(items[at]);
  }
  return quantiles;
}

void AnalysisTotals::add(TensorId id, const TensorAnalysis& analysis) {
  const TensorStatistics& from = analysis.statistics;
  ++m_tensors;
  m_statistics.count += from.count;
  m_statistics.nan += from.nan;
  m_statistics.posInf += from.posInf;
  m_statistics.negInf += from.negInf;
  m_statistics.zero += from.zero;
  if (from.subnormal) {
    m_statistics.subnormal = m_statistics.subnormal.value_or(0) + *from.subnormal;
  }
  if (from.firstNonfinite && !m_nonfinite) {
    m_nonfinite = ValuePlace{id, *from.firstNonfinite};
  }
  addFinite(from);
  m_onlyNarrow = m_onlyNarrow && hasCensus(analysis.dtype);
  for (std::size_t i = 0; i < lossTargetCount; ++i) {
    if (analysis.losses[i]) {
      std::optional<LossTotals>& totals = m_losses[i];
      if (!totals) {
        totals.emplace().sum.target = lossTargets[i];
      }
      const int lowest = from.finite ? from.finite->magnitude.lowestExponent : 0;
      addLoss(i, id, *analysis.losses[i], lowest);
    }
  }
}

void AnalysisTotals::addFinite(const TensorStatistics& statistics) {
  if (!statistics.finite) {
    return;
  }
  m_statistics.moments.merge(statistics.moments);
  const FiniteFigures& from = *statistics.finite;
  if (!m_statistics.finite) {
    m_statistics.finite = from;
    m_statistics.finite->magnitude = {};
    m_statistics.finite->hasQuantiles = false;
    m_statistics.finite->quantilesExact = false;
  }
  FiniteFigures& to = *m_statistics.finite;
  to.min = lessThan(from.min, to.min) ? from.min : to.min;
  to.max = lessThan(to.max, from.max) ? from.max : to.max;
  to.absMax = lessThan(to.absMax, from.absMax) ? from.absMax : to.absMax;
  if (from.absMinNonzero &&
      (!to.absMinNonzero || lessThan(*from.absMinNonzero, *to.absMinNonzero))) {
    to.absMinNonzero = from.absMinNonzero;
  }
  to.mean = m_statistics.moments.mean();
  to.std = m_statistics.moments.deviation();
  to.rms = m_statistics.moments.rms();
  addAligned(to.magnitude.lowestExponent, to.magnitude.counts, from.magnitude.lowestExponent,
             from.magnitude.counts, [](std::uint64_t& sum, std::uint64_t count) { sum += count; });
}

void AnalysisTotals::addLoss(std::size_t target, TensorId id, const ConversionLoss& loss,
                             int lowestExponent) {
  LossTotals& totals = *m_losses[target];
  ++totals.tensors;
  addCounts(totals.sum.counts, loss.counts);
  addAligned(m_lossLowest[target], totals.rows, lowestExponent, loss.byExponent.rows(), addCounts);
  totals.lowestExponent = m_lossLowest[target];
  addErrors(totals.sum.plain, loss.plain, totals.maxAbsErrorAt[0], id);
  addErrors(totals.sum.saturated, loss.saturated, totals.maxAbsErrorAt[1], id);
}

void AnalysisTotals::setQuantiles(const CensusSum& censuses) {
  if (m_statistics.finite) {
    m_statistics.finite->quantiles = censuses.quantiles();
    m_statistics.finite->hasQuantiles = true;
    m_statistics.finite->quantilesExact = true;
  }
}

} // namespace assay
