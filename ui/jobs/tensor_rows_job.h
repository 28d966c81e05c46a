#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/tensor/name_tree.h"
#include "ui/models/row_order.h"

#include <memory>

namespace assay {

/// What both views of the tensors show for one filter and order.
struct TensorRows {
  RowOrder order{};                       ///< of the list
  std::shared_ptr<const NameTree> tree{}; ///< of the outline
  bool filtered = false;
};

/// Filters, sorts and builds the tree: work for a JobSlot. The tree refers to the checkpoint's
/// table; `made` is taken for it where it is not null, as the tree does not depend on the order.
/// Both are null where it was asked to stop.
[[nodiscard]] TensorRows computeTensorRows(const Checkpoint& checkpoint,
                                           const RowOrderRequest& request,
                                           std::shared_ptr<const NameTree> made,
                                           const StopToken& stop);

} // namespace assay
