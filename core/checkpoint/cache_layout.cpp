#include "core/checkpoint/cache_layout.h"

#include <algorithm>
#include <system_error>

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view unfinishedEnd = ".incomplete";

bool isSha256(std::string_view name) {
  return name.size() == 64 && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

void addUnfinishedIn(const fs::path& folder, const fs::path& root,
                     std::vector<UnfinishedFile>& found) {
  constexpr std::size_t mostFound = 100;
  constexpr int mostLooked = 20'000;
  int looked = 0;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (found.size() >= mostFound || ++looked > mostLooked) {
      return;
    }
    std::error_code ignored;
    if (endsWith(name, unfinishedEnd) && it->is_regular_file(ignored)) {
      const std::uint64_t bytes = it->file_size(ignored);
      found.push_back({(folder.lexically_relative(root) / name).lexically_normal().string(),
                       ignored ? 0 : bytes});
    }
  }
}

/// The cache's own folder `models--ORG--NAME` for a folder below its `snapshots`.
std::optional<fs::path> cacheOfSnapshot(const fs::path& folder) {
  fs::path at = folder.lexically_normal();
  for (int up = 0; up < 4 && at.has_parent_path() && at != at.parent_path(); ++up) {
    if (at.parent_path().filename() == "snapshots") {
      return at.parent_path().parent_path();
    }
    at = at.parent_path();
  }
  return std::nullopt;
}

} // namespace

std::optional<fs::path> linkTarget(const fs::path& path) {
  std::error_code error;
  fs::path target = fs::read_symlink(path, error);
  return error ? std::nullopt : std::optional(std::move(target));
}

std::optional<fs::path> danglingTarget(const fs::path& path) {
  auto target = linkTarget(path);
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  return target && type == fs::file_type::not_found ? target : std::nullopt;
}

std::optional<std::string> expectedSha256(const fs::path& path) {
  for (const fs::path& name : {path.filename(), linkTarget(path).value_or(fs::path()).filename()}) {
    if (isSha256(name.string())) {
      return name.string();
    }
  }
  return std::nullopt;
}

std::optional<fs::path> snapshotLinkOf(const fs::path& blob, const StopToken& stop) {
  std::error_code error;
  const fs::path absolute = fs::absolute(blob, error).lexically_normal();
  if (error || absolute.parent_path().filename() != "blobs") {
    return std::nullopt;
  }
  const fs::path snapshots = absolute.parent_path().parent_path() / "snapshots";
  constexpr int mostLooked = 20'000;
  int looked = 0;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator it(snapshots, options, error), end; !error && it != end;
       it.increment(error)) {
    if (stop.stopRequested() || ++looked > mostLooked) {
      break;
    }
    if (const auto target = linkTarget(it->path());
        target && target->filename() == absolute.filename()) {
      return it->path();
    }
  }
  return std::nullopt;
}

std::vector<UnfinishedFile> unfinishedFiles(const fs::path& folder) {
  std::vector<UnfinishedFile> found;
  const fs::path here = folder.empty() ? fs::path(".") : folder;
  addUnfinishedIn(here, here, found);
  addUnfinishedIn(here / ".cache" / "huggingface" / "download", here, found);
  std::error_code error;
  if (const auto cache = cacheOfSnapshot(fs::absolute(here, error)); cache && !error) {
    addUnfinishedIn(*cache / "blobs", *cache, found);
  }
  std::sort(found.begin(), found.end(),
            [](const UnfinishedFile& a, const UnfinishedFile& b) { return a.name < b.name; });
  return found;
}

} // namespace assay
