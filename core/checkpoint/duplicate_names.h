#pragma once

#include "core/tensor/tensor_table.h"

#include <cstdint>
#include <vector>

namespace assay {

/// A row whose name a later row has too.
struct DuplicateName {
  std::uint32_t row = 0;
  std::uint32_t replacedBy = 0; ///< the next row with the name
};

/// All rows of the table whose name occurs again further down, in ascending order of `row`. Costs
/// next to nothing where names are in ascending order; safe from crafted collisions.
[[nodiscard]] std::vector<DuplicateName> findDuplicateNames(const TensorTable& table);

/// The same without hashing: what it falls back to.
[[nodiscard]] std::vector<DuplicateName> findDuplicateNamesBySorting(const TensorTable& table);

} // namespace assay
