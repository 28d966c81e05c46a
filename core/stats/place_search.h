#pragma once

#include "core/io/file_bytes.h"
#include "core/stats/census.h"
#include "core/stats/census_figures.h"
#include "core/stats/tensor_parts.h"

#include <vector>

namespace assay {

/// Sets the place of each query to the lowest index of one of its codes, by reading again the
/// chunks in which they first occur.
[[nodiscard]] Result<void> findPlaces(const FileBytes& file, const TensorParts& parts,
                                      const Census& census, const std::vector<PlaceQuery>& queries);

} // namespace assay
