#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/checkpoint/shard_reader.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

namespace assay {

/// A shard whose header is to be read.
struct HeaderRequest {
  std::filesystem::path path{};
  std::string fileName{}; ///< what findings call it
};

/// Reads many headers on `threads` threads (0: as many as suit the machine) and hands the readings
/// to `take` one at a time in the order of the requests, so that no more of them are held than the
/// threads are ahead. Progress counts shards. Errors: Stopped, OutOfMemory.
[[nodiscard]] Result<void>
readHeaders(std::span<const HeaderRequest> requests, unsigned threads, const StopToken& stop,
            ProgressSink& progress,
            const std::function<void(std::size_t index, Result<ShardReading> reading)>& take);

} // namespace assay
