#include "core/stats/census_figures.h"

#include "core/stats/byte_order_guess.h"
#include "core/stats/quantile_rank.h"
#include "core/stats/target_grid.h"

#include <algorithm>
#include <cmath>

namespace assay {
namespace {

/// A finite value that occurs.
struct Item {
  double value = 0;
  std::uint64_t count = 0;
  std::uint16_t code = 0;
};

std::vector<Item> finiteItems(const SparseCensus& census) {
  const std::vector<double>& values = codeBook(census.dtype).values;
  std::vector<Item> items;
  items.reserve(census.codes.size());
  for (const CodeCount& each : census.codes) {
    if (std::isfinite(values[each.code])) {
      items.push_back({values[each.code], each.count, each.code});
    }
  }
  return items;
}

void countSpecials(const SparseCensus& census, TensorStatistics& statistics) {
  const std::vector<double>& values = codeBook(census.dtype).values;
  for (const CodeCount& each : census.codes) {
    const double value = values[each.code];
    statistics.count += each.count;
    statistics.zero += value == 0 ? each.count : 0;
    statistics.nan += std::isnan(value) ? each.count : 0;
    statistics.posInf += std::isinf(value) && value > 0 ? each.count : 0;
    statistics.negInf += std::isinf(value) && value < 0 ? each.count : 0;
  }
}

bool looksSwapped(const SparseCensus& census) {
  if (dtypeFacts(census.dtype).bits != 16) {
    return false;
  }
  const std::vector<double>& values = codeBook(census.dtype).values;
  ByteOrderGuess guess;
  for (const CodeCount& each : census.codes) {
    const auto swapped = static_cast<std::uint16_t>(each.code << 8U | each.code >> 8U);
    guess.add(census.dtype, values[each.code], values[swapped], each.count);
  }
  return guess.looksSwapped() && census.codes.size() > 1;
}

Moments momentsOf(const std::vector<Item>& items) {
  Moments moments;
  double sum = 0;
  for (const Item& item : items) {
    moments.count += item.count;
    sum += static_cast<double>(item.count) * item.value;
  }
  moments.scaledMean = sum / static_cast<double>(moments.count);
  for (const Item& item : items) {
    const double apart = item.value - moments.scaledMean;
    moments.squares += static_cast<double>(item.count) * (apart * apart);
  }
  return moments;
}

Magnitude magnitudeOf(const std::vector<Item>& items) {
  Magnitude magnitude;
  int lowest = INT32_MAX;
  int highest = INT32_MIN;
  for (const Item& item : items) {
    if (item.value != 0) {
      lowest = std::min(lowest, std::ilogb(item.value));
      highest = std::max(highest, std::ilogb(item.value));
    }
  }
  if (lowest > highest) {
    return magnitude;
  }
  magnitude.lowestExponent = lowest;
  magnitude.counts.resize(static_cast<std::size_t>(highest - lowest) + 1);
  for (const Item& item : items) {
    if (item.value != 0) {
      magnitude.counts[static_cast<std::size_t>(std::ilogb(item.value) - lowest)] += item.count;
    }
  }
  return magnitude;
}

FiniteFigures figuresOfItems(Dtype dtype, const std::vector<Item>& items, const Moments& moments) {
  FiniteFigures figures;
  figures.min = numberOfCode(dtype, items.front().code);
  figures.max = numberOfCode(dtype, items.back().code);
  const Number low = absolute(figures.min);
  const Number high = absolute(figures.max);
  figures.absMax = lessThan(low, high) ? high : low;
  figures.mean = moments.mean();
  figures.std = moments.deviation();
  figures.rms = moments.rms();
  figures.hasQuantiles = true;
  figures.quantilesExact = true;
  std::size_t at = 0;
  std::uint64_t below = items[0].count;
  for (std::size_t i = 0; i < quantileThousandths.size(); ++i) {
    const std::uint64_t rank = quantileRank(quantileThousandths[i], moments.count);
    while (below < rank) {
      below += items[++at].count;
    }
    figures.quantiles[i] = numberOfCode(dtype, items[at].code);
  }
  for (const Item& item : items) {
    const Number size = absolute(numberOfCode(dtype, item.code));
    if (item.value != 0 && (!figures.absMinNonzero || lessThan(size, *figures.absMinNonzero))) {
      figures.absMinNonzero = size;
    }
  }
  figures.magnitude = magnitudeOf(items);
  return figures;
}

void addError(LossErrors& errors, double size, double error, std::uint64_t count) {
  const auto times = static_cast<double>(count);
  errors.values += count;
  errors.maxAbsError = std::max(errors.maxAbsError, error);
  errors.noise.sum += times * (error * error);
  errors.signal.sum += times * (size * size);
}

ConversionLoss lossOf(const std::vector<Item>& items, Dtype target, const Magnitude& magnitude) {
  const TargetGrid grid(target);
  ConversionLoss loss;
  loss.target = target;
  std::vector<LossCounts> rows(magnitude.counts.size());
  for (const Item& item : items) {
    const double size = std::fabs(item.value);
    const double rounded = grid.round(size);
    const double error = std::fabs(size - rounded);
    const bool over = rounded > grid.largest;
    if (!over) {
      addError(loss.plain, size, error, item.count);
    }
    addError(loss.saturated, size, over ? size - grid.largest : error, item.count);
    if (size != 0) {
      const auto which = static_cast<std::size_t>(grid.classOf(size, rounded));
      loss.counts[which] += item.count;
      rows[static_cast<std::size_t>(std::ilogb(size) - magnitude.lowestExponent)][which] +=
          item.count;
    }
  }
  loss.byExponent.assign(rows);
  return loss;
}

/// Codes whose error is the largest of `errors`.
std::vector<std::uint16_t> worstCodes(const std::vector<Item>& items, const TargetGrid& grid,
                                      double worst, bool saturate) {
  std::vector<std::uint16_t> codes;
  for (const Item& item : items) {
    const double size = std::fabs(item.value);
    const double rounded = grid.round(size);
    const bool over = rounded > grid.largest;
    if (over && !saturate) {
      continue;
    }
    if (std::fabs(size - (over ? grid.largest : rounded)) == worst) {
      codes.push_back(item.code);
    }
  }
  return codes;
}

/// The codes of `census` for which `holds` is true.
template<typename Predicate>
std::vector<std::uint16_t> codesWhere(const SparseCensus& census, Predicate holds) {
  const std::vector<double>& values = codeBook(census.dtype).values;
  std::vector<std::uint16_t> codes;
  for (const CodeCount& each : census.codes) {
    if (holds(values[each.code])) {
      codes.push_back(each.code);
    }
  }
  return codes;
}

void askForSpecials(const SparseCensus& census, TensorStatistics& statistics,
                    std::vector<PlaceQuery>& queries) {
  if (statistics.nan != 0) {
    queries.push_back(
        {codesWhere(census, [](double x) { return std::isnan(x); }), &statistics.firstNan});
  }
  if (statistics.inf() != 0) {
    queries.push_back(
        {codesWhere(census, [](double x) { return std::isinf(x); }), &statistics.firstInf});
  }
}

} // namespace

Number numberOfCode(Dtype dtype, std::uint16_t code) {
  const double value = codeBook(dtype).values[code];
  switch (dtypeFacts(dtype).kind) {
  case DtypeKind::Boolean:
  case DtypeKind::UnsignedInteger:
    return static_cast<std::uint64_t>(value);
  case DtypeKind::SignedInteger:
    return static_cast<std::int64_t>(value);
  default:
    return value;
  }
}

TensorAnalysis figuresOf(const SparseCensus& census) {
  TensorAnalysis analysis;
  analysis.dtype = census.dtype;
  countSpecials(census, analysis.statistics);
  analysis.statistics.looksByteSwapped = looksSwapped(census);
  const std::vector<Item> items = finiteItems(census);
  TensorStatistics& statistics = analysis.statistics;
  const DtypeFacts& facts = dtypeFacts(census.dtype);
  if (!items.empty()) {
    statistics.moments = momentsOf(items);
    statistics.finite = figuresOfItems(census.dtype, items, statistics.moments);
    if (facts.kind == DtypeKind::Float) {
      const double normal = std::ldexp(1.0, facts.layout.minNormalExponent());
      statistics.subnormal = 0;
      for (const Item& item : items) {
        *statistics.subnormal += item.value != 0 && std::fabs(item.value) < normal ? item.count : 0;
      }
    }
  }
  if (hasConversionLoss(census.dtype)) {
    const Magnitude none;
    const Magnitude& magnitude = statistics.finite ? statistics.finite->magnitude : none;
    for (std::size_t i = 0; i < lossTargetCount; ++i) {
      analysis.losses[i] = lossOf(items, lossTargets[i], magnitude);
    }
  }
  return analysis;
}

std::vector<PlaceQuery> placesToFind(const SparseCensus& census, const TargetSet& targets,
                                     TensorAnalysis& analysis) {
  std::vector<PlaceQuery> queries;
  askForSpecials(census, analysis.statistics, queries);
  const std::vector<Item> items = finiteItems(census);
  for (std::size_t i = 0; i < lossTargetCount; ++i) {
    if (!targets[i] || !analysis.losses[i]) {
      continue;
    }
    const TargetGrid grid(lossTargets[i]);
    ConversionLoss& loss = *analysis.losses[i];
    if (loss.plain.maxAbsError > 0) {
      queries.push_back(
          {worstCodes(items, grid, loss.plain.maxAbsError, false), &loss.plain.maxAbsErrorAt});
    }
    if (loss.saturated.maxAbsError > 0 && loss.count(LossClass::Overflow) != 0) {
      queries.push_back({worstCodes(items, grid, loss.saturated.maxAbsError, true),
                         &loss.saturated.maxAbsErrorAt});
    }
  }
  return queries;
}

void settlePlaces(const TargetSet& targets, TensorAnalysis& analysis) {
  TensorStatistics& statistics = analysis.statistics;
  statistics.firstNonfinite = statistics.firstNan;
  if (statistics.firstInf &&
      statistics.firstNonfinite.value_or(UINT64_MAX) > *statistics.firstInf) {
    statistics.firstNonfinite = statistics.firstInf;
  }
  for (std::size_t i = 0; i < lossTargetCount; ++i) {
    std::optional<ConversionLoss>& loss = analysis.losses[i];
    if (!targets[i]) {
      loss.reset();
    } else if (loss && loss->count(LossClass::Overflow) == 0) {
      loss->saturated.maxAbsErrorAt = loss->plain.maxAbsErrorAt;
    }
  }
}

} // namespace assay
