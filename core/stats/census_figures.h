#pragma once

#include "core/stats/census.h"
#include "core/stats/tensor_analysis.h"

#include <cstdint>
#include <vector>

namespace assay {

/// The value of a code as it is reported: integers as integers.
[[nodiscard]] Number numberOfCode(Dtype dtype, std::uint16_t code);

/// Everything but places: statistics, and the losses to all targets where the dtype has any.
[[nodiscard]] TensorAnalysis figuresOf(const SparseCensus& census);

/// The codes whose first index is a place of `analysis`, beside the place.
struct PlaceQuery {
  std::vector<std::uint16_t> codes{};
  std::optional<std::uint64_t>* place = nullptr; ///< in the analysis that was asked about
};

/// What must be looked up by reading, of `analysis` made by `figuresOf(census)`, which stays where
/// it is. Losses for `targets` only.
[[nodiscard]] std::vector<PlaceQuery>
placesToFind(const SparseCensus& census, const TargetSet& targets, TensorAnalysis& analysis);

/// Fills the places that follow from the ones that were found.
void settlePlaces(const TargetSet& targets, TensorAnalysis& analysis);

} // namespace assay
