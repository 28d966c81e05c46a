#include "ui/jobs/tensor_rows_job.h"

namespace assay {

TensorRows computeTensorRows(const Checkpoint& checkpoint, const RowOrderRequest& request,
                             const StopToken& stop) {
  TensorRows rows;
  rows.filtered = !request.filter.isEmpty();
  rows.order = computeRowOrder(checkpoint.table(), request, stop);
  if (rows.order) {
    rows.tree =
        std::make_shared<const NameTree>(NameTree::build(checkpoint.table(), *rows.order, stop));
  }
  if (stop.stopRequested()) {
    return {};
  }
  return rows;
}

} // namespace assay
