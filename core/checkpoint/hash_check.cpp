#include "core/checkpoint/hash_check.h"

#include "core/base/number_text.h"
#include "core/checkpoint/cache_layout.h"
#include "core/io/sha256.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace assay {
namespace {

class HashChecker {
 public:
  HashChecker(const Checkpoint& checkpoint, const StopToken& stop, ProgressSink& progress)
      : m_checkpoint(checkpoint), m_stop(stop), m_progress(progress) {}

  Result<HashCheck> run();

 private:
  Result<std::string> hashOf(const FileBytes& file);
  void compare(const Shard& shard, const ShardHash& hash);

  const Checkpoint& m_checkpoint;
  const StopToken& m_stop;
  ProgressSink& m_progress;
  Progress m_reached;
  HashCheck m_check;
};

Result<std::string> HashChecker::hashOf(const FileBytes& file) {
  auto reader = file.chunks({0, file.size()});
  if (!reader) {
    return fail(reader.error());
  }
  Sha256 hash;
  for (;;) {
    if (m_stop.stopRequested()) {
      return fail({.code = ErrorCode::Stopped, .subject = file.path().string()});
    }
    const auto chunk = reader->next();
    if (!chunk) {
      return fail(chunk.error());
    }
    if (chunk->empty()) {
      break;
    }
    hash.add(*chunk);
    if (auto ok = reader->verify(); !ok) {
      return fail(ok.error());
    }
    m_reached.bytesDone += chunk->size();
    m_progress.report(m_reached);
  }
  auto digits = hash.finish();
  if (!digits) {
    return fail({.code = ErrorCode::ReadFailed,
                 .subject = file.path().string(),
                 .detail = "SHA-256 could not be computed"});
  }
  return *std::move(digits);
}

void HashChecker::compare(const Shard& shard, const ShardHash& hash) {
  if (*hash.actual == *hash.expected) {
    return;
  }
  m_check.findings.push_back(
      {.severity = Severity::Error,
       .code = FindingCode::HashMismatch,
       .file = shard.fileName,
       .title = "The file is not what was downloaded",
       .message = fmt::format(
           "{} ({}) has the SHA-256 {}; the cache knows it as {}. Its values may "
           "be damaged though its header is not. Delete it and download it "
           "again.",
           shard.fileName, countText(shard.bytes, "byte"), *hash.actual, *hash.expected)});
}

Result<HashCheck> HashChecker::run() {
  for (const Shard& shard : m_checkpoint.shards()) {
    ShardHash hash;
    hash.file = shard.fileName;
    hash.expected = shard.file ? expectedSha256(shard.path) : std::nullopt;
    m_reached.bytesTotal += hash.expected ? shard.bytes : 0;
    m_check.shards.push_back(std::move(hash));
  }
  for (std::size_t i = 0; i < m_check.shards.size(); ++i) {
    ShardHash& hash = m_check.shards[i];
    if (!hash.expected) {
      continue;
    }
    const Shard& shard = m_checkpoint.shards()[i];
    auto digits = hashOf(*shard.file);
    if (!digits) {
      return fail(digits.error());
    }
    hash.actual = *std::move(digits);
    ++m_check.checked;
    compare(shard, hash);
  }
  return std::move(m_check);
}

} // namespace

Result<HashCheck> checkHashes(const Checkpoint& checkpoint, const StopToken& stop,
                              ProgressSink& progress) {
  return HashChecker(checkpoint, stop, progress).run();
}

std::string hashCheckText(const HashCheck& check) {
  if (check.checked == 0) {
    return "no SHA-256 is known here: neither a file's name nor a link to a cache's blob gives one";
  }
  const std::size_t wrong = check.findings.size();
  std::string text =
      fmt::format("SHA-256 of {}: {} as downloaded", countText(check.checked, "file"),
                  wrong == 0 ? std::string("all") : groupedText(check.checked - wrong));
  if (wrong != 0) {
    text += fmt::format(", {} not", groupedText(wrong));
  }
  if (check.checked != check.shards.size()) {
    text += fmt::format(" ({} more have none)", groupedText(check.shards.size() - check.checked));
  }
  return text;
}

std::shared_ptr<const Checkpoint> withFindings(const Checkpoint& checkpoint,
                                               std::vector<Finding> findings) {
  CheckpointParts parts{.path = checkpoint.path(),
                        .name = checkpoint.name(),
                        .format = checkpoint.format(),
                        .shards = checkpoint.shards(),
                        .table = checkpoint.table(),
                        .findings = checkpoint.findings(),
                        .set = checkpoint.set(),
                        .config = checkpoint.config(),
                        .loaders = checkpoint.loaders()};
  parts.findings.insert(parts.findings.end(), std::make_move_iterator(findings.begin()),
                        std::make_move_iterator(findings.end()));
  sortWorstFirst(parts.findings);
  return std::make_shared<const Checkpoint>(std::move(parts));
}

} // namespace assay
