#pragma once

#include "core/tensor/tensor_table.h"

#include <string>
#include <vector>

namespace assay::test {

/// One row of a table made for a test.
struct TableRow {
  std::string name{};
  std::vector<std::uint64_t> shape{2, 3};
  Dtype dtype = Dtype::BF16;
};

/// A table of these tensors, back to back behind an empty header; no file stands behind it.
[[nodiscard]] TensorTable tableOf(const std::vector<TableRow>& rows);

} // namespace assay::test
