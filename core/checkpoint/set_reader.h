#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/set_discovery.h"

namespace assay {

/// Reads the headers of a set and holds them against each other and against the index. `path` is
/// what was asked for, for the result's title. An index that cannot be read gives parts without a
/// format and the finding that says why; so does a set none of whose shards opens. Errors: as
/// `openCheckpoint`; for a set of one file without an index, also those of opening it.
[[nodiscard]] Result<CheckpointParts> readSet(const CheckpointSet& set, const OpenOptions& options,
                                              const StopToken& stop, ProgressSink& progress);

} // namespace assay
