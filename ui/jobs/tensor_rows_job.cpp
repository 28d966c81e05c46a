#include "ui/jobs/tensor_rows_job.h"

#include <utility>

namespace assay {

TensorRows computeTensorRows(const Checkpoint& checkpoint, const RowOrderRequest& request,
                             std::shared_ptr<const NameTree> made, const StopToken& stop) {
  TensorRows rows;
  rows.filtered = !request.filter.isEmpty();
  rows.order = computeRowOrder(checkpoint.table(), request, stop);
  rows.tree = std::move(made);
  if (rows.order && !rows.tree) {
    rows.tree =
        std::make_shared<const NameTree>(NameTree::build(checkpoint.table(), *rows.order, stop));
  }
  if (stop.stopRequested()) {
    return {};
  }
  return rows;
}

} // namespace assay
