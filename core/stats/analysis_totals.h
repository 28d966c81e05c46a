#pragma once

#include "core/stats/census.h"
#include "core/stats/tensor_analysis.h"
#include "core/tensor/tensor_info.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace assay {

/// A value of one tensor.
struct ValuePlace {
  TensorId tensor;
  std::uint64_t index = 0;
  friend bool operator==(const ValuePlace&, const ValuePlace&) = default;
};

/// The sum of the losses of several tensors to one target.
struct LossTotals {
  std::uint64_t tensors = 0;
  ConversionLoss sum{};           ///< its places mean nothing, its `byExponent` is empty:
  int lowestExponent = 0;         ///< the exponent of the first of `rows`,
  std::vector<LossCounts> rows{}; ///< counts by exponent and class
  /// Of the largest errors, under ToInfOrNan and Saturate.
  std::array<std::optional<ValuePlace>, 2> maxAbsErrorAt{};
  [[nodiscard]] const std::optional<ValuePlace>& errorPlace(OverflowRule rule) const {
    return maxAbsErrorAt[static_cast<std::size_t>(rule)];
  }
};

/// Counts of codes by dtype, from which quantiles over several tensors come.
class CensusSum {
 public:
  void add(const SparseCensus& census);
  [[nodiscard]] std::array<Number, quantileThousandths.size()> quantiles() const;

 private:
  std::map<Dtype, std::vector<std::uint64_t>> m_counts; ///< by code
};

/// Sums over the tensors of a group or of a whole checkpoint. Adding in the same order gives the
/// same bits.
class AnalysisTotals {
 public:
  void add(TensorId id, const TensorAnalysis& analysis);

  /// Sets the quantiles, from the censuses of all tensors that were added.
  void setQuantiles(const CensusSum& censuses);

  [[nodiscard]] std::uint64_t coveredTensors() const { return m_tensors; }
  /// Indices in it mean nothing; there are quantiles only after `setQuantiles`.
  [[nodiscard]] const TensorStatistics& statistics() const { return m_statistics; }
  [[nodiscard]] const std::optional<ValuePlace>& firstNonfinite() const { return m_nonfinite; }
  /// In the order of `lossTargets`; empty where no tensor has such a loss.
  [[nodiscard]] const std::array<std::optional<LossTotals>, lossTargetCount>& losses() const {
    return m_losses;
  }
  [[nodiscard]] bool onlyNarrowDtypes() const { return m_onlyNarrow; } ///< of at most 16 bits

 private:
  void addFinite(const TensorStatistics& statistics);
  void addLoss(std::size_t target, TensorId id, const ConversionLoss& loss, int lowestExponent);

  std::uint64_t m_tensors = 0;
  TensorStatistics m_statistics;
  std::optional<ValuePlace> m_nonfinite;
  std::array<std::optional<LossTotals>, lossTargetCount> m_losses;
  std::array<int, lossTargetCount> m_lossLowest{};
  bool m_onlyNarrow = true;
};

} // namespace assay
