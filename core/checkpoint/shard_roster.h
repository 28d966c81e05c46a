#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/set_discovery.h"
#include "core/checkpoint/set_findings.h"
#include "core/checkpoint/shard_index.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace assay {

/// What became of a shard that a set should have.
enum class ShardFate : std::uint8_t {
  Readable,       ///< its header was read
  ToRead,         ///< a path to open
  NotThere,       ///< no file of the name
  Dangling,       ///< a link to nothing
  Unreadable,     ///< a file that is no checkpoint, or that the system does not let us read
  OutsideFolder,  ///< its name in the index leads out of the folder: not opened
  WrongExtension, ///< its name in the index is not that of a safetensors file: not opened
};

/// One shard of the list.
struct RosterEntry {
  std::string fileName{};
  std::filesystem::path path{};
  ShardFate fate = ShardFate::ToRead;
  std::string reason{};    ///< of Unreadable and Dangling, as part of a sentence
  std::size_t tensors = 0; ///< that the index says it holds
};

/// All shards that a set should have, in natural order of their names.
struct ShardRoster {
  std::vector<RosterEntry> entries{};
  std::vector<std::uint32_t> entryOfFile{}; ///< for each of the index's files
  bool indexed = false;
};

/// The shards that an index names, judged by their names; nothing is opened.
[[nodiscard]] ShardRoster rosterOfIndex(const CheckpointSet& set, const ShardIndex& index,
                                        const OpenOptions& options);

/// The files of a set without an index, and those that are missing from its numbers (at most
/// 1,000 of them).
[[nodiscard]] ShardRoster rosterOfFiles(const CheckpointSet& set, const OpenOptions& options);

/// One finding for each shard that could not be used. `parts` holds the shards in the roster's
/// order and what is known of the set; `folder` is looked through for others.
void reportLostShards(const ShardRoster& roster, const CheckpointParts& parts,
                      const std::filesystem::path& folder, SetFindings& findings);

} // namespace assay
