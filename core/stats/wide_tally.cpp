#include "core/stats/wide_tally.h"

#include "core/stats/block_loss.h"
#include "core/stats/byte_order_guess.h"
#include "core/stats/coarse_bins.h"
#include "core/stats/quantile_rank.h"
#include "core/stats/wide_sums.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace assay {
namespace {

template<typename T>
class Tally final : public WideTally {
  static constexpr bool isFloat = std::is_floating_point_v<T>;

 public:
  Tally(Dtype dtype, const TargetSet& targets) : m_dtype(dtype) {
    if (hasConversionLoss(dtype)) {
      for (std::size_t i = 0; i < lossTargetCount; ++i) {
        m_wanted[i] = targets[i];
      }
    }
    Tally::reset();
  }

  void reset() override {
    m_statistics = {};
    m_bins.assign(coarseBinCount, 0);
    m_rows.assign(rowCount, 0);
    m_parts.clear();
    m_min = std::numeric_limits<T>::max();
    m_max = std::numeric_limits<T>::lowest();
    m_hasSmallest = false;
    m_guess = {};
    for (std::size_t i = 0; i < lossTargetCount; ++i) {
      m_targets[i] = {};
      m_targets[i].cells.assign(m_wanted[i] ? rowCount * 8 : 0, 0);
    }
  }

  void beginPart(std::uint32_t part) override {
    m_guessing = true;
    m_parts.emplace_back();
    m_parts.back().part = part;
  }

  void add(std::span<const std::byte> bytes, std::uint64_t first) override {
    const std::size_t count = bytes.size() / sizeof(T);
    for (std::size_t at = 0; at < count; at += momentBlock) {
      const std::size_t size = std::min(momentBlock, count - at);
      m_stored.resize(size);
      std::memcpy(m_stored.data(), bytes.data() + at * sizeof(T), size * sizeof(T));
      addBlock(first + at);
    }
  }

  void merge(const WideTally& other) override { mergeSame(static_cast<const Tally&>(other)); }

  TensorAnalysis finish() override;

 private:
  void addBlock(std::uint64_t first);
  void guessOrder();
  void countBins();
  void takeValues(std::uint64_t first);
  void takeSpecial(T value, std::uint64_t index);
  void countRows();
  void addLoss(std::size_t target, std::uint64_t first, const Moments& moments);
  void findWorst(const TargetGrid& grid, std::uint64_t first, double error, bool saturated,
                 Worst& worst) const;
  void mergeSame(const Tally& other);
  [[nodiscard]] FiniteFigures figures(const Moments& moments) const;
  [[nodiscard]] Magnitude magnitude() const;
  [[nodiscard]] T quantile(unsigned thousandths, std::uint64_t count) const;
  [[nodiscard]] ConversionLoss loss(std::size_t target, const OrderedSums& sums,
                                    const Magnitude& magnitude, std::uint64_t values) const;

  static Number number(T value) {
    if constexpr (isFloat) {
      return static_cast<double>(value);
    } else if constexpr (std::is_signed_v<T>) {
      return static_cast<std::int64_t>(value);
    } else {
      return static_cast<std::uint64_t>(value);
    }
  }

  Dtype m_dtype;
  TargetSet m_wanted{};
  TensorStatistics m_statistics;
  std::vector<std::uint64_t> m_bins;
  std::vector<std::uint64_t> m_rows; ///< by exponent + 1074
  std::vector<OrderedSums> m_parts;
  std::array<TargetTally, lossTargetCount> m_targets;
  T m_min{};
  T m_max{};
  Number m_smallest{}; ///< size other than 0
  bool m_hasSmallest = false;
  ByteOrderGuess m_guess;
  bool m_guessing = true;

  std::vector<T> m_stored;      ///< of one block
  std::vector<double> m_values; ///< its finite values
  BlockLoss m_loss;
};

template<typename T>
void Tally<T>::takeSpecial(T value, std::uint64_t index) {
  if constexpr (isFloat) {
    const bool nan = std::isnan(value);
    m_statistics.nan += nan ? 1 : 0;
    m_statistics.posInf += !nan && value > 0 ? 1 : 0;
    m_statistics.negInf += !nan && value < 0 ? 1 : 0;
    lower(nan ? m_statistics.firstNan : m_statistics.firstInf, index);
  }
}

/// Fills `m_values` and what is exact in T.
template<typename T>
void Tally<T>::takeValues(std::uint64_t first) {
  m_values.resize(m_stored.size());
  std::size_t finite = 0;
  std::uint64_t zero = 0;
  T smallest = std::numeric_limits<T>::max();
  T negativeSmallest = std::numeric_limits<T>::lowest();
  for (std::size_t i = 0; i < m_stored.size(); ++i) {
    const T value = m_stored[i];
    if constexpr (isFloat) {
      if (!std::isfinite(value)) {
        takeSpecial(value, first + i);
        continue;
      }
    }
    m_values[finite++] = static_cast<double>(value);
    m_min = std::min(m_min, value);
    m_max = std::max(m_max, value);
    zero += value == 0 ? 1 : 0;
    smallest = value > 0 ? std::min(smallest, value) : smallest;
    negativeSmallest = value < 0 ? std::max(negativeSmallest, value) : negativeSmallest;
  }
  m_values.resize(finite);
  m_statistics.count += m_stored.size();
  m_statistics.zero += zero;
  if (finite != zero) {
    // Where one sign does not occur its bound is the largest size there is.
    const Number positive = number(smallest);
    const Number negative = absolute(number(negativeSmallest));
    const bool useNegative = std::is_signed_v<T> && lessThan(negative, positive);
    const Number least = useNegative ? negative : positive;
    m_smallest = m_hasSmallest && lessThan(m_smallest, least) ? m_smallest : least;
    m_hasSmallest = true;
  }
}

/// The first values of each part are enough for a guess.
template<typename T>
void Tally<T>::guessOrder() {
  constexpr std::size_t sample = 4096;
  for (std::size_t i = 0; i < std::min(sample, m_stored.size()); ++i) {
    std::array<std::byte, sizeof(T)> bytes;
    std::memcpy(bytes.data(), &m_stored[i], sizeof(T));
    std::reverse(bytes.begin(), bytes.end());
    const auto swapped = static_cast<double>(std::bit_cast<T>(bytes));
    m_guess.add(m_dtype, static_cast<double>(m_stored[i]), swapped, 1);
  }
  m_guessing = false;
}

template<typename T>
void Tally<T>::countBins() {
  for (const T value : m_stored) {
    ++m_bins[coarseBin(value)];
  }
}

template<typename T>
void Tally<T>::countRows() {
  for (const T value : m_stored) {
    if (value == 0) {
      continue;
    }
    if constexpr (isFloat) {
      if (std::isfinite(value)) {
        ++m_rows[static_cast<std::size_t>(std::ilogb(value) - lowestRow)];
      }
    } else {
      const auto bits = static_cast<std::uint64_t>(value);
      const std::uint64_t size = value < 0 ? 0 - bits : bits;
      ++m_rows[static_cast<std::size_t>(std::bit_width(size) - 1 - lowestRow)];
    }
  }
}

template<typename T>
void Tally<T>::addBlock(std::uint64_t first) {
  if (m_guessing) {
    guessOrder();
  }
  countBins();
  takeValues(first);
  double absMax = 0;
  for (const double value : m_values) {
    absMax = std::max(absMax, std::fabs(value));
  }
  const Moments moments = momentsOfBlock(m_values, absMax);
  m_parts.back().moments.merge(moments);
  bool rowsKnown = false;
  for (std::size_t target = 0; target < lossTargetCount; ++target) {
    if (m_wanted[target]) {
      addLoss(target, first, moments);
      rowsKnown = true; // they are sums of the cells
    }
  }
  if (!rowsKnown) {
    countRows();
  }
}

template<typename T>
void Tally<T>::addLoss(std::size_t target, std::uint64_t first, const Moments& moments) {
  const TargetGrid grid(lossTargets[target]);
  m_loss.compute(grid, m_values);
  TargetTally& tally = m_targets[target];
  for (const std::uint16_t cell : m_loss.cells) {
    ++tally.cells[cell];
  }
  OrderedSums::Target& sums = m_parts.back().targets[target];
  const double largest = std::max(m_loss.maxError, m_loss.maxSaturatedError);
  const ScaledSquares all = squaresOfBlock(m_loss.errors, largest);
  sums.saturatedNoise.merge(all);
  tally.overflow += m_loss.overflow;
  if (m_loss.overflow == 0) {
    sums.noise.merge(all);
    sums.signal.merge(moments.sumOfSquares());
  } else {
    std::vector<double> kept;
    std::vector<double> errors;
    double largestKept = 0;
    for (std::size_t i = 0; i < m_values.size(); ++i) {
      if (grid.round(std::fabs(m_values[i])) <= grid.largest) {
        kept.push_back(m_values[i]);
        largestKept = std::max(largestKept, std::fabs(m_values[i]));
        errors.push_back(m_loss.errors[i]);
      }
    }
    sums.noise.merge(squaresOfBlock(errors, m_loss.maxError));
    sums.signal.merge(squaresOfBlock(kept, largestKept));
  }
  findWorst(grid, first, m_loss.maxError, false, tally.worst);
  findWorst(grid, first, largest, true, tally.worstSaturated);
}

/// Looks for the index only where the block has a larger error than was seen, or an equal one
/// further in front.
template<typename T>
void Tally<T>::findWorst(const TargetGrid& grid, std::uint64_t first, double error, bool saturated,
                         Worst& worst) const {
  if (error == 0 || error < worst.error || (error == worst.error && first >= worst.index)) {
    return;
  }
  for (std::size_t i = 0; i < m_stored.size(); ++i) {
    const auto size = std::fabs(static_cast<double>(m_stored[i]));
    if (!std::isfinite(size)) {
      continue;
    }
    const double rounded = grid.round(size);
    const bool over = rounded > grid.largest;
    if ((saturated || !over) && std::fabs(size - (over ? grid.largest : rounded)) == error) {
      worst.take({error, first + i});
      return;
    }
  }
}

template<typename T>
void Tally<T>::mergeSame(const Tally& other) {
  const TensorStatistics& from = other.m_statistics;
  m_statistics.count += from.count;
  m_statistics.nan += from.nan;
  m_statistics.posInf += from.posInf;
  m_statistics.negInf += from.negInf;
  m_statistics.zero += from.zero;
  lower(m_statistics.firstNan, from.firstNan);
  lower(m_statistics.firstInf, from.firstInf);
  std::transform(m_bins.begin(), m_bins.end(), other.m_bins.begin(), m_bins.begin(), std::plus<>());
  std::transform(m_rows.begin(), m_rows.end(), other.m_rows.begin(), m_rows.begin(), std::plus<>());
  m_parts.insert(m_parts.end(), other.m_parts.begin(), other.m_parts.end());
  m_guess.merge(other.m_guess);
  m_min = std::min(m_min, other.m_min);
  m_max = std::max(m_max, other.m_max);
  if (other.m_hasSmallest && (!m_hasSmallest || lessThan(other.m_smallest, m_smallest))) {
    m_smallest = other.m_smallest;
    m_hasSmallest = true;
  }
  for (std::size_t i = 0; i < lossTargetCount; ++i) {
    TargetTally& tally = m_targets[i];
    const TargetTally& more = other.m_targets[i];
    std::transform(tally.cells.begin(), tally.cells.end(), more.cells.begin(), tally.cells.begin(),
                   std::plus<>());
    tally.overflow += more.overflow;
    tally.worst.take(more.worst);
    tally.worstSaturated.take(more.worstSaturated);
  }
}

template<typename T>
Magnitude Tally<T>::magnitude() const {
  std::vector<std::uint64_t> rows = m_rows;
  for (const TargetTally& tally : m_targets) {
    if (!tally.cells.empty()) {
      for (std::size_t cell = 0; cell < tally.cells.size(); ++cell) {
        rows[cell >> 3U] += cell % 8 < lossClassCount ? tally.cells[cell] : 0;
      }
      break;
    }
  }
  Magnitude magnitude;
  const auto used = [](std::uint64_t count) { return count != 0; };
  const auto begin = std::find_if(rows.begin(), rows.end(), used);
  if (begin != rows.end()) {
    const auto end = std::find_if(rows.rbegin(), rows.rend(), used).base();
    magnitude.lowestExponent = static_cast<int>(begin - rows.begin()) + lowestRow;
    magnitude.counts.assign(begin, end);
  }
  return magnitude;
}

/// NaN and Inf have bins beyond those of finite values: at the end of each sign.
template<typename T>
T Tally<T>::quantile(unsigned thousandths, std::uint64_t count) const {
  const std::uint64_t rank = quantileRank(thousandths, count);
  // The lowest value may be a zero of either sign.
  std::uint32_t bin = isFloat ? std::min(coarseBin(m_min), m_min == 0 ? zeroBins[0] : 65535U) : 0;
  std::uint64_t below = m_bins[bin];
  while (below < rank) {
    below += m_bins[++bin];
  }
  if (isFloat && m_statistics.zero != 0 && (bin == zeroBins[0] || bin == zeroBins[1])) {
    return T{0};
  }
  return std::clamp(coarseMiddle<T>(bin), m_min, m_max);
}

template<typename T>
FiniteFigures Tally<T>::figures(const Moments& moments) const {
  FiniteFigures figures;
  figures.min = number(m_min);
  figures.max = number(m_max);
  const Number low = absolute(figures.min);
  const Number high = absolute(figures.max);
  figures.absMax = lessThan(low, high) ? high : low;
  figures.mean = moments.mean();
  figures.std = moments.deviation();
  figures.rms = moments.rms();
  figures.hasQuantiles = true;
  for (std::size_t i = 0; i < quantileThousandths.size(); ++i) {
    figures.quantiles[i] = number(quantile(quantileThousandths[i], moments.count));
  }
  if (m_hasSmallest) {
    figures.absMinNonzero = m_smallest;
  }
  figures.magnitude = magnitude();
  return figures;
}

template<typename T>
ConversionLoss Tally<T>::loss(std::size_t target, const OrderedSums& sums,
                              const Magnitude& magnitude, std::uint64_t values) const {
  const TargetTally& tally = m_targets[target];
  ConversionLoss loss;
  loss.target = lossTargets[target];
  std::vector<LossCounts> rows(magnitude.counts.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto from = static_cast<std::size_t>(magnitude.lowestExponent - lowestRow) + row;
    for (std::size_t which = 0; which < lossClassCount; ++which) {
      rows[row][which] = tally.cells[from << 3U | which];
      loss.counts[which] += rows[row][which];
    }
  }
  loss.byExponent.assign(rows);
  const auto place = [](const Worst& worst) {
    return worst.error > 0 ? std::optional(worst.index) : std::nullopt;
  };
  loss.plain = {values - tally.overflow, tally.worst.error, place(tally.worst),
                sums.targets[target].noise, sums.targets[target].signal};
  loss.saturated = {values, tally.worstSaturated.error, place(tally.worstSaturated),
                    sums.targets[target].saturatedNoise, sums.moments.sumOfSquares()};
  return loss;
}

template<typename T>
TensorAnalysis Tally<T>::finish() {
  std::sort(m_parts.begin(), m_parts.end(),
            [](const OrderedSums& a, const OrderedSums& b) { return a.part < b.part; });
  OrderedSums sums;
  for (const OrderedSums& part : m_parts) {
    sums.merge(part);
  }
  TensorAnalysis analysis;
  analysis.dtype = m_dtype;
  TensorStatistics& statistics = analysis.statistics;
  statistics = m_statistics;
  lower(statistics.firstNonfinite, statistics.firstNan);
  lower(statistics.firstNonfinite, statistics.firstInf);
  const std::uint64_t values = statistics.finiteCount();
  statistics.looksByteSwapped = m_guess.looksSwapped() && m_min != m_max;
  if (values != 0) {
    statistics.moments = sums.moments;
    statistics.finite = figures(sums.moments);
    if (isFloat) {
      const Magnitude& magnitude = statistics.finite->magnitude;
      const int normal = dtypeFacts(m_dtype).layout.minNormalExponent();
      statistics.subnormal = 0;
      for (std::size_t i = 0; i < magnitude.counts.size(); ++i) {
        const bool below = magnitude.lowestExponent + static_cast<int>(i) < normal;
        *statistics.subnormal += below ? magnitude.counts[i] : 0;
      }
    }
  }
  const Magnitude none;
  for (std::size_t i = 0; i < lossTargetCount; ++i) {
    if (m_wanted[i]) {
      const Magnitude& rows = statistics.finite ? statistics.finite->magnitude : none;
      analysis.losses[i] = loss(i, sums, rows, values);
    }
  }
  return analysis;
}

} // namespace

std::unique_ptr<WideTally> makeWideTally(Dtype dtype, const TargetSet& targets) {
  switch (dtype) {
  case Dtype::F64:
    return std::make_unique<Tally<double>>(dtype, targets);
  case Dtype::I32:
    return std::make_unique<Tally<std::int32_t>>(dtype, targets);
  case Dtype::U32:
    return std::make_unique<Tally<std::uint32_t>>(dtype, targets);
  case Dtype::I64:
    return std::make_unique<Tally<std::int64_t>>(dtype, targets);
  case Dtype::U64:
    return std::make_unique<Tally<std::uint64_t>>(dtype, targets);
  default:
    return std::make_unique<Tally<float>>(dtype, targets);
  }
}

} // namespace assay
