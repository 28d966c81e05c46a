#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/tensor/element_stream.h"

#include <ostream>

namespace assay {

/// True for the dtypes that NumPy does not have: BF16, F8, F6, F4. Their values, all exact in
/// float32, are written as that.
[[nodiscard]] bool isWidenedInNpy(Dtype dtype);

/// Writes a .npy file (format 1.0, or 2.0 where the shape needs it): C order, little-endian. BOOL
/// bytes other than 0 become 1. Errors: TensorNotPresent where some of the elements are not in the
/// file (the format cannot say so), Stopped, those of ElementStream. Ends without an error where
/// the stream goes bad.
[[nodiscard]] Result<void> writeNpy(ElementStream& elements, std::ostream& out,
                                    const StopToken& stop, ProgressSink& progress);

} // namespace assay
