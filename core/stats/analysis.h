#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/checkpoint/checkpoint.h"
#include "core/stats/analysis_totals.h"
#include "core/stats/tensor_analysis.h"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace assay {

struct AnalysisOptions {
  TargetSet targets = allTargets; ///< the losses that are computed
  unsigned threads = 0;           ///< 0: as many as the machine offers
  bool exactQuantiles = false;    ///< of wide dtypes too: reads these several times more
  /// The tensors to analyze; all where empty. Called from one thread.
  std::function<bool(const TensorInfo&)> wanted{};
  /// Called once a tensor as it is done, from any worker, one call at a time.
  std::function<void(TensorId, const std::shared_ptr<const TensorAnalysis>&)> done{};
};

/// The analyses of a checkpoint's tensors.
struct CheckpointAnalysis {
  /// One a row of the table; null where a tensor was not wanted or has no statistics.
  std::vector<std::shared_ptr<const TensorAnalysis>> tensors{};
  AnalysisTotals totals{};
  std::uint64_t bytesRead = 0; ///< of tensor data; each tensor once
};

/// Whether a tensor has statistics: present, of a known dtype, of the size its shape says, and the
/// one that readers take among tensors of its name.
[[nodiscard]] bool canAnalyze(const TensorInfo& info);

/// Statistics and losses of one tensor that `canAnalyze`; progress counts bytes. Errors: Stopped,
/// FileChanged, ReadFailed, OutOfMemory. The same bits for any number of threads.
[[nodiscard]] Result<TensorAnalysis> analyzeTensor(const FileBytes& file, const TensorInfo& info,
                                                   const AnalysisOptions& options,
                                                   const StopToken& stop, ProgressSink& progress);

/// The same for all tensors of a checkpoint, and their totals; several workers share the tensors,
/// and the parts of large ones. Errors as above, for the first file that failed, and nothing else
/// then.
[[nodiscard]] Result<CheckpointAnalysis> analyzeAll(const Checkpoint& checkpoint,
                                                    const AnalysisOptions& options,
                                                    const StopToken& stop, ProgressSink& progress);

} // namespace assay
