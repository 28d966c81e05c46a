#include "core/checkpoint/set_reader.h"

#include "core/base/number_text.h"
#include "core/checkpoint/cache_layout.h"
#include "core/checkpoint/content_sniffer.h"
#include "core/checkpoint/header_crew.h"
#include "core/checkpoint/set_check.h"
#include "core/checkpoint/set_findings.h"
#include "core/checkpoint/set_notes.h"
#include "core/checkpoint/shard_index.h"
#include "core/checkpoint/shard_roster.h"
#include "core/checkpoint/small_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t mostIndexBytes = std::uint64_t{2} << 30U;
constexpr std::size_t mostShards = 20'000; ///< that an index may name

class SetReader {
 public:
  SetReader(const CheckpointSet& set, const OpenOptions& options, const StopToken& stop,
            ProgressSink& progress)
      : m_set(set), m_options(options), m_stop(stop), m_progress(progress) {}

  Result<CheckpointParts> read();

 private:
  [[nodiscard]] bool isOneFile() const { return !m_set.index && m_set.files.size() == 1; }
  Result<bool> readIndex();
  Result<void> readShards();
  Result<void> compare();
  void takeUnreadableIndex(Finding finding, std::string_view text);
  void take(RosterEntry& entry, Result<ShardReading> reading);
  void takeError(RosterEntry& entry, const Error& error);
  void addFindings(std::vector<Finding> findings);
  void finish();

  const CheckpointSet& m_set;
  const OpenOptions& m_options;
  const StopToken& m_stop;
  ProgressSink& m_progress;
  std::optional<ShardIndex> m_index;
  ShardRoster m_roster;
  TensorTableBuilder m_tensors;
  std::size_t m_indexEntries = 0;
  SetFindings m_findings;
  CheckpointParts m_parts;
  std::optional<Error> m_error; ///< of the only file
};

/// False where there is no index to speak of, and a finding says why.
Result<bool> SetReader::readIndex() {
  const fs::path path = m_set.folder / *m_set.index;
  if (const auto target = danglingTarget(path)) {
    m_parts.findings.push_back({.severity = Severity::Error,
                                .code = FindingCode::DanglingLink,
                                .file = *m_set.index,
                                .title = "The index is a link to nothing",
                                .message = fmt::format("It points to {}, which is not there. "
                                                       "Download it again.",
                                                       target->string())});
    return false;
  }
  const auto text = readSmallFile(path, mostIndexBytes);
  if (!text) {
    return fail(text.error());
  }
  auto index = parseShardIndex(text->view());
  if (index && index->files().size() > mostShards) {
    index = tl::unexpected(Finding{.severity = Severity::Error,
                                   .code = FindingCode::NotACheckpoint,
                                   .title = "The index names too many files",
                                   .message = fmt::format("It names {}; Assay opens {} at most.",
                                                          countText(index->files().size(), "file"),
                                                          groupedText(mostShards))});
  }
  if (!index) {
    takeUnreadableIndex(index.error(), text->view());
    return false;
  }
  m_index = *std::move(index);
  m_parts.set.index = m_set.index;
  m_indexEntries = m_index->size();
  m_parts.set.totalSize = m_index->totalSize();
  m_parts.set.totalParameters = m_index->totalParameters();
  return true;
}

void SetReader::takeUnreadableIndex(Finding finding, std::string_view text) {
  // A web page, say, or a server's error message.
  auto known = sniffContent(text.substr(0, sniffedBytes), text.size());
  if (known && known->code != FindingCode::NotACheckpoint) {
    finding = *std::move(known);
    finding.severity = Severity::Error;
  }
  finding.file = *m_set.index;
  m_parts.findings.push_back(std::move(finding));
  // What the reference says of the file still has its place.
  if (auto reading = readShard(m_set.folder / *m_set.index, *m_set.index, m_stop)) {
    m_parts.shards.push_back(std::move(reading->shard));
    m_parts.shards.back().readable = false;
  }
}

void SetReader::addFindings(std::vector<Finding> findings) {
  m_parts.findings.insert(m_parts.findings.end(), std::make_move_iterator(findings.begin()),
                          std::make_move_iterator(findings.end()));
}

void SetReader::takeError(RosterEntry& entry, const Error& error) {
  if (isOneFile() && !m_error) {
    m_error = error;
  }
  const auto target = danglingTarget(entry.path);
  entry.fate = target                              ? ShardFate::Dangling
               : error.code == ErrorCode::NotFound ? ShardFate::NotThere
                                                   : ShardFate::Unreadable;
  entry.reason = target ? target->string() : errorText(error);
}

void SetReader::take(RosterEntry& entry, Result<ShardReading> reading) {
  Shard& shard = m_parts.shards.emplace_back();
  shard.path = entry.path;
  shard.fileName = entry.fileName;
  shard.judged = false;
  if (!reading) {
    takeError(entry, reading.error());
    return;
  }
  const auto id = ShardId{static_cast<std::uint32_t>(m_parts.shards.size() - 1)};
  shard = std::move(reading->shard);
  entry.fate = shard.readable ? ShardFate::Readable : ShardFate::Unreadable;
  if (shard.readable) {
    m_parts.format = "safetensors";
    if (isOneFile()) {
      m_parts.table = std::move(reading->table);
    } else {
      m_tensors.append(reading->table, id);
    }
  } else if (!reading->findings.empty()) {
    std::string title = reading->findings.front().title; // "This is a web page, not a model"
    std::transform(title.begin(), title.begin() + 1, title.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    entry.reason = std::move(title);
  }
  addFindings(std::move(reading->findings));
}

Result<void> SetReader::readShards() {
  std::vector<HeaderRequest> requests;
  std::vector<std::size_t> entryOf;
  for (std::size_t i = 0; i < m_roster.entries.size(); ++i) {
    if (m_roster.entries[i].fate == ShardFate::ToRead) {
      requests.push_back({m_roster.entries[i].path, m_roster.entries[i].fileName});
      entryOf.push_back(i);
    }
  }
  if (m_index) {
    m_tensors.reserve(m_index->size(), m_index->nameBytes(), m_index->size() * 2);
  }
  m_parts.shards.reserve(m_roster.entries.size());
  // Shards that are not opened still have their place among the others.
  const auto skipTo = [this](std::size_t end) {
    while (m_parts.shards.size() < end) {
      Shard& shard = m_parts.shards.emplace_back();
      shard.fileName = m_roster.entries[m_parts.shards.size() - 1].fileName;
      shard.judged = false;
    }
  };
  auto ok = readHeaders(requests, m_options.threads, m_stop, m_progress,
                        [&](std::size_t at, Result<ShardReading> reading) {
                          skipTo(entryOf[at]);
                          take(m_roster.entries[entryOf[at]], std::move(reading));
                        });
  if (!ok) {
    return ok;
  }
  skipTo(m_roster.entries.size());
  return {};
}

/// Holds headers and index against each other; there is nothing to compare in one file.
Result<void> SetReader::compare() {
  if (isOneFile()) {
    return {};
  }
  SetCheck check(m_index ? &*m_index : nullptr, m_roster.entryOfFile, m_parts.shards, m_tensors,
                 m_findings);
  if (auto ok = check.run(m_stop); !ok) {
    return ok;
  }
  m_parts.set.indexOrder = check.indexOrder();
  m_index.reset();
  m_parts.table = m_tensors.build();
  return {};
}

/// All that is said of the whole, once every header and the index have met.
void SetReader::finish() {
  m_parts.config = readModelConfig(m_set.folder);
  if (!isOneFile()) {
    reportLostShards(m_roster, m_parts, m_set.folder, m_findings);
  }
  if (m_parts.set.index) {
    noteTotalSize(m_parts, m_findings);
    noteStrayFiles(m_parts, m_set.folder, m_findings);
  }
  if (m_parts.format) {
    noteTiedTensors(m_parts, m_findings);
    noteConfigDtype(m_parts, m_findings);
  }
  noteUnfinishedFiles(m_set.folder, m_findings);
  addFindings(m_findings.take());
  if (m_parts.format) {
    m_parts.loaders = judgeLoaders(m_parts.shards, m_parts.table, m_parts.findings, m_indexEntries);
    addFindings(loaderFindings(m_parts.loaders, m_parts.shards));
  }
  sortWorstFirst(m_parts.findings);
}

Result<CheckpointParts> SetReader::read() {
  if (m_set.index) {
    const auto readable = readIndex();
    if (!readable) {
      return fail(readable.error());
    }
    if (!*readable) {
      return std::move(m_parts);
    }
    m_roster = rosterOfIndex(m_set, *m_index, m_options);
  } else {
    m_roster = rosterOfFiles(m_set, m_options);
  }
  if (auto ok = readShards(); !ok) {
    return fail(ok.error());
  }
  if (m_error) {
    return fail(*m_error);
  }
  if (auto ok = compare(); !ok) {
    return fail(ok.error());
  }
  finish();
  return std::move(m_parts);
}

} // namespace

Result<CheckpointParts> readSet(const CheckpointSet& set, const OpenOptions& options,
                                const StopToken& stop, ProgressSink& progress) {
  return SetReader(set, options, stop, progress).read();
}

} // namespace assay
