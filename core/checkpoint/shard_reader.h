#pragma once

#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/checkpoint/checkpoint.h"

#include <filesystem>
#include <string>
#include <vector>

namespace assay {

/// One weights file, read on its own.
struct ShardReading {
  Shard shard{};
  TensorTable table{};             ///< its tensors in file order, as of shard 0
  std::vector<Finding> findings{}; ///< worst first, with `file` filled in
};

/// Opens a weights file and reads its header, and nothing of the tensor data. A wrong or damaged
/// file gives a reading too; `shard.readable` is false where it is no checkpoint at all.
/// `fileName` is what findings call it. Safe from any thread. Errors: as `openCheckpoint`.
[[nodiscard]] Result<ShardReading> readShard(const std::filesystem::path& path,
                                             std::string fileName, const StopToken& stop);

} // namespace assay
