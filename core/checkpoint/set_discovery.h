#pragma once

#include "core/base/result.h"
#include "core/base/stop_token.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// One checkpoint on disk: an index with the shards that it names, numbered shards without an
/// index, or one file.
struct CheckpointSet {
  std::string name{};                 ///< what `--set-name` takes: "unet", "original", "model.fp16"
  std::filesystem::path folder{};     ///< what file names are relative to
  std::optional<std::string> index{}; ///< file name of the index in `folder`
  std::vector<std::string> files{};   ///< without an index: the weights files in natural order
  std::optional<std::uint32_t> count{}; ///< how many shards the names of `files` speak of
  /// Beside a set of its folder that is meant first, such as a single file beside an index: opened
  /// only by its name.
  bool secondary = false;
};

/// What a folder holds.
struct Discovery {
  std::vector<CheckpointSet> sets{};       ///< in natural order of their names, secondary ones last
  std::vector<std::string> otherFormats{}; ///< weights of other kinds, such as pytorch_model.bin
  bool complete = true; ///< false: there was more than the bounds on depth and count let it see
};

/// Looks through a folder and three levels below it for checkpoints. Hidden folders and the blobs
/// of a download cache are passed over; no folder is entered twice, however links lead. Opens
/// nothing but the indexes of folders that have further sets below them. Errors: NotFound,
/// NoPermission, OpenFailed, Stopped.
[[nodiscard]] Result<Discovery> discoverSets(const std::filesystem::path& folder,
                                             const StopToken& stop);

/// The set that `name` means, or the only one that is not secondary where `name` is empty. Error:
/// NoSuchSet, whose detail lists the names.
[[nodiscard]] Result<CheckpointSet> chooseSet(const Discovery& discovery, std::string_view name);

/// The set of one weights file, or of one index.
[[nodiscard]] CheckpointSet setOfFile(const std::filesystem::path& file);
[[nodiscard]] CheckpointSet setOfIndex(const std::filesystem::path& index);

} // namespace assay
