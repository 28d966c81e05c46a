#pragma once

#include "core/base/stop_token.h"
#include "core/tensor/tensor_table.h"
#include "ui/models/tensor_columns.h"
#include "ui/models/tensor_filter.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace assay {

/// Which tensors a list shows, and in which order: indices of the table.
using RowOrder = std::shared_ptr<const std::vector<std::uint32_t>>;

struct RowOrderRequest {
  TensorFilter filter{};
  std::optional<TensorColumn> sortBy{}; ///< empty: the order of the file
  bool descending = false;
};

/// Filters and sorts: plain work for a background thread. Null where it was asked to stop.
[[nodiscard]] RowOrder computeRowOrder(const TensorTable& table, const RowOrderRequest& request,
                                       const StopToken& stop);

} // namespace assay
