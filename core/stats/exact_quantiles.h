#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/io/file_bytes.h"
#include "core/stats/tensor_statistics.h"
#include "core/tensor/tensor_info.h"

#include <array>

namespace assay {

using Quantiles = std::array<Number, quantileThousandths.size()>;

/// The exact quantiles of a tensor of a wide dtype that has finite values. Reads it once for every
/// 16 bits of a value (F32 twice, F64 four times) and keeps counts of at most 4.5 MiB, whatever its
/// size. Progress begins anew with each pass. Errors: Stopped, FileChanged, ReadFailed,
/// OutOfMemory.
[[nodiscard]] Result<Quantiles> exactQuantiles(const FileBytes& file, const TensorInfo& info,
                                               const StopToken& stop, ProgressSink& progress);

} // namespace assay
