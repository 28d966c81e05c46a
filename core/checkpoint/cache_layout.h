#pragma once

#include "core/base/stop_token.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// Download caches keep each file once as `blobs/HASH` and link to it from `snapshots/COMMIT/NAME`.
// Neighbours of a file are therefore looked for beside the link, never beside its target.

/// Where the link at `path` points, as it is written in the link; nothing where `path` is no link.
[[nodiscard]] std::optional<std::filesystem::path> linkTarget(const std::filesystem::path& path);

/// The target of a link whose end does not exist; nothing for anything else.
[[nodiscard]] std::optional<std::filesystem::path>
danglingTarget(const std::filesystem::path& path);

/// The SHA-256 (64 lower-case hex digits) that the file should have: its own name where that is
/// one, or the name of the blob that the path links to.
[[nodiscard]] std::optional<std::string> expectedSha256(const std::filesystem::path& path);

/// For a file in a cache's `blobs` folder: the link in a snapshot that stands for it. Looks at a
/// bounded number of links.
[[nodiscard]] std::optional<std::filesystem::path> snapshotLinkOf(const std::filesystem::path& blob,
                                                                  const StopToken& stop);

/// A file that a download has not finished.
struct UnfinishedFile {
  std::string name{}; ///< relative to the folder
  std::uint64_t bytes = 0;
};

/// `*.incomplete` in the folder, in its `.cache/huggingface/download`, and in the `blobs` of the
/// cache that the folder is a snapshot of. At most 100.
[[nodiscard]] std::vector<UnfinishedFile> unfinishedFiles(const std::filesystem::path& folder);

} // namespace assay
