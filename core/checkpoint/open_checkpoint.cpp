#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/shard_reader.h"

#include <new>
#include <utility>

namespace assay {
Result<std::shared_ptr<const Checkpoint>>
openCheckpoint(const std::filesystem::path& path, const StopToken& stop, ProgressSink& progress) {
  try {
    Result<ShardReading> reading = readShard(path, path.filename().string(), stop);
    if (!reading) {
      return fail(reading.error());
    }
    CheckpointParts parts;
    parts.path = path;
    parts.name = path.stem().string();
    parts.table = std::move(reading->table);
    parts.findings = std::move(reading->findings);
    if (reading->shard.readable) {
      parts.format = "safetensors";
    }
    parts.shards.push_back(std::move(reading->shard));
    progress.report({.itemsDone = 1, .itemsTotal = 1});
    return std::make_shared<const Checkpoint>(std::move(parts));
  } catch (const std::bad_alloc&) {
    return fail({.code = ErrorCode::OutOfMemory, .subject = path.string()});
  }
}

} // namespace assay
