#include "core/checkpoint/cache_layout.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/set_discovery.h"
#include "core/checkpoint/set_findings.h"
#include "core/checkpoint/set_notes.h"
#include "core/checkpoint/set_reader.h"
#include "core/checkpoint/shard_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <span>
#include <system_error>
#include <utility>

namespace assay {
namespace {

namespace fs = std::filesystem;

/// Whether the file is to be read as an index: by its name, or, where that says nothing (a blob of
/// a cache), by how it begins.
bool looksLikeIndex(const fs::path& path) {
  const std::string name = path.filename().string();
  constexpr std::string_view json = ".json";
  if (name.size() > json.size() && name.substr(name.size() - json.size()) == json) {
    return true;
  }
  if (hasWeightsExtension(name)) {
    return false;
  }
  const auto file = FileBytes::open(path, FileAccess::Read);
  if (!file) {
    return false;
  }
  std::string start(std::min<std::uint64_t>((*file)->size(), 65'536), '\0');
  const auto ok = (*file)->read(0, std::as_writable_bytes(std::span(start)));
  return ok && start.find_first_not_of(" \t\r\n") != std::string::npos &&
         start[start.find_first_not_of(" \t\r\n")] == '{' &&
         start.find("\"weight_map\"") != std::string::npos;
}

/// A name for titles: the folder's, and for a snapshot of a download cache the model's.
std::string nameOfFolder(const fs::path& folder) {
  std::error_code error;
  fs::path full = fs::absolute(folder, error).lexically_normal();
  if (full.filename().empty()) {
    full = full.parent_path(); // written with a slash at the end
  }
  constexpr std::string_view cached = "models--";
  const std::string model = full.parent_path().parent_path().filename().string();
  if (full.parent_path().filename() == "snapshots" && model.rfind(cached, 0) == 0) {
    std::string name = model.substr(cached.size());
    if (const std::size_t at = name.find("--"); at != std::string::npos) {
      name.replace(at, 2, "/");
    }
    return name;
  }
  return full.filename().string();
}

class Opener {
 public:
  Opener(const fs::path& path, const OpenOptions& options, const StopToken& stop,
         ProgressSink& progress)
      : m_path(path), m_options(options), m_stop(stop), m_progress(progress) {}

  Result<CheckpointParts> open() {
    std::error_code error;
    if (fs::is_directory(m_path, error)) {
      return openFolder();
    }
    if (const auto target = danglingTarget(m_path)) {
      return danglingLink(*target);
    }
    if (fs::is_regular_file(m_path, error) && looksLikeIndex(m_path)) {
      return openIndex();
    }
    return openFile();
  }

 private:
  Result<CheckpointParts> openFolder();
  Result<CheckpointParts> openIndex();
  Result<CheckpointParts> openFile();
  [[nodiscard]] CheckpointParts danglingLink(const fs::path& target) const;
  [[nodiscard]] CheckpointParts emptyFolder(const Discovery& discovery) const;
  void noteUnfinishedSelf(SetFindings& findings) const;

  const fs::path& m_path;
  const OpenOptions& m_options;
  const StopToken& m_stop;
  ProgressSink& m_progress;
};

Result<CheckpointParts> Opener::openFolder() {
  const auto discovery = discoverSets(m_path, m_stop);
  if (!discovery) {
    return fail(discovery.error());
  }
  if (discovery->sets.empty() && m_options.setName.empty()) {
    return emptyFolder(*discovery);
  }
  auto set = chooseSet(*discovery, m_options.setName);
  if (!set) {
    Error error = set.error();
    error.subject = m_path.string();
    return fail(std::move(error));
  }
  auto parts = readSet(*set, m_options, m_stop, m_progress);
  if (parts) {
    parts->name = nameOfFolder(set->folder);
  }
  return parts;
}

Result<CheckpointParts> Opener::openIndex() {
  // The shards of an index that is opened as a cache's blob lie beside the link to it.
  const fs::path path = snapshotLinkOf(m_path, m_stop).value_or(m_path);
  auto parts = readSet(setOfIndex(path), m_options, m_stop, m_progress);
  if (parts) {
    parts->name = nameOfFolder(path.parent_path());
  }
  return parts;
}

Result<CheckpointParts> Opener::openFile() {
  const fs::path path = snapshotLinkOf(m_path, m_stop).value_or(m_path);
  auto parts = readSet(setOfFile(path), m_options, m_stop, m_progress);
  if (parts) {
    parts->name = path.stem().string();
    SetFindings findings;
    parts->set.belongsTo = notePartOfASet(path, findings);
    noteUnfinishedSelf(findings);
    for (Finding& finding : findings.take()) {
      parts->findings.push_back(std::move(finding));
    }
    sortWorstFirst(parts->findings);
  }
  return parts;
}

void Opener::noteUnfinishedSelf(SetFindings& findings) const {
  std::error_code error;
  if (m_path.extension() == ".incomplete") {
    findings.tell({.code = FindingCode::UnfinishedDownload,
                   .file = m_path.filename().string(),
                   .title = "A download is unfinished",
                   .message = fmt::format("This is the part of a download that has come so far, {} "
                                          "bytes. Resume the download.",
                                          fs::file_size(m_path, error))});
  }
}

CheckpointParts Opener::danglingLink(const fs::path& target) const {
  CheckpointParts parts;
  parts.name = m_path.stem().string();
  Shard& shard = parts.shards.emplace_back();
  shard.path = m_path;
  shard.fileName = m_path.filename().string();
  shard.judged = false;
  SetFindings findings;
  findings.tell({.code = FindingCode::DanglingLink,
                 .file = shard.fileName,
                 .title = "This is a link to nothing",
                 .message = fmt::format("It points to {}, which is not there. Download the file "
                                        "again.",
                                        target.string())});
  noteUnfinishedFiles(m_path.parent_path(), findings);
  parts.findings = findings.take();
  return parts;
}

CheckpointParts Opener::emptyFolder(const Discovery& discovery) const {
  CheckpointParts parts;
  parts.name = nameOfFolder(m_path);
  std::string others;
  for (std::size_t i = 0; i < std::min<std::size_t>(discovery.otherFormats.size(), 5); ++i) {
    others += (i == 0 ? " It holds " : ", ") + discovery.otherFormats[i];
  }
  SetFindings findings;
  findings.tell(
      {.code = FindingCode::NotACheckpoint,
       .title = "This folder holds no safetensors file",
       .message = fmt::format("Neither here nor {} is a file called .safetensors.{}",
                              discovery.complete ? "in the folders below" : "three levels below",
                              others.empty() ? others : others + ".")});
  noteUnfinishedFiles(m_path, findings);
  parts.findings = findings.take();
  return parts;
}

} // namespace

Result<std::shared_ptr<const Checkpoint>> openCheckpoint(const fs::path& path,
                                                         const OpenOptions& options,
                                                         const StopToken& stop,
                                                         ProgressSink& progress) {
  try {
    auto parts = Opener(path, options, stop, progress).open();
    if (!parts) {
      Error error = parts.error();
      if (error.subject.empty()) {
        error.subject = path.string();
      }
      return fail(std::move(error));
    }
    parts->path = path;
    return std::make_shared<const Checkpoint>(*std::move(parts));
  } catch (const std::bad_alloc&) {
    return fail({.code = ErrorCode::OutOfMemory, .subject = path.string()});
  }
}

Result<std::shared_ptr<const Checkpoint>>
openCheckpoint(const fs::path& path, const StopToken& stop, ProgressSink& progress) {
  return openCheckpoint(path, OpenOptions(), stop, progress);
}

} // namespace assay
