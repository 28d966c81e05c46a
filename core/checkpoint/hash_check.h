#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/checkpoint/checkpoint.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

/// One shard's SHA-256 beside the one that its download cache knows it by.
struct ShardHash {
  std::string file{};
  std::optional<std::string> expected{}; ///< nothing where no cache names it
  std::optional<std::string> actual{};   ///< nothing where it was not computed
};

struct HashCheck {
  std::vector<ShardHash> shards{};
  std::size_t checked = 0;
  std::vector<Finding> findings{}; ///< hash_mismatch
};

/// Reads every shard whose SHA-256 is known (from the name of the cache's blob that it is or links
/// to) from end to end. Progress counts bytes. Errors: those of reading; Stopped.
[[nodiscard]] Result<HashCheck> checkHashes(const Checkpoint& checkpoint, const StopToken& stop,
                                            ProgressSink& progress);

/// "3 of 4 files agree with their SHA-256, 1 does not": what the check came to, in one line.
[[nodiscard]] std::string hashCheckText(const HashCheck& check);

/// The same checkpoint with further findings.
[[nodiscard]] std::shared_ptr<const Checkpoint> withFindings(const Checkpoint& checkpoint,
                                                             std::vector<Finding> findings);

} // namespace assay
