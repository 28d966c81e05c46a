#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/checkpoint/finding.h"
#include "core/checkpoint/loader_rules.h"
#include "core/checkpoint/model_config.h"
#include "core/checkpoint/reference_verdict.h"
#include "core/io/file_bytes.h"
#include "core/tensor/tensor_table.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

/// The metadata of one shard in the order of the file: keys and values are untrusted text.
using Metadata = std::vector<std::pair<std::string, std::string>>;

/// One file of a checkpoint.
struct Shard {
  std::filesystem::path path{};
  std::string fileName{};                      ///< relative to the checkpoint's folder
  std::uint64_t bytes = 0;                     ///< size of the file
  std::optional<std::uint64_t> headerLength{}; ///< N, where the header could be located
  std::optional<std::uint64_t> dataStart{};    ///< 8 + N
  std::uint64_t dataBytesDescribed = 0;        ///< where the last tensor ends, by the header
  Metadata metadata{};
  ReferenceVerdict reference{};
  std::shared_ptr<const FileBytes> file{}; ///< null where it could not be opened
  bool readable = false;                   ///< its header could be read as a checkpoint's
  bool judged = true;                  ///< false: there is no file that `reference` could speak of
  std::vector<std::byte> firstBytes{}; ///< up to 64, to show what a wrong file begins with
};

/// Sums over the tensors of one dtype.
struct DtypeTotals {
  std::uint64_t tensors = 0;
  std::uint64_t elements = 0;
  std::uint64_t bytes = 0;
};

/// Sums over the described tensors of a checkpoint. Saturates at 2^64 - 1.
struct CheckpointTotals {
  std::uint64_t elements = 0;
  std::uint64_t dataBytes = 0; ///< sum of the tensors' sizes by their data offsets
  std::uint64_t fileBytes = 0; ///< sum of the shards' file sizes
  /// In dtype order; unknown dtypes by their spelling. Only those that occur.
  std::vector<std::pair<std::string, DtypeTotals>> dtypes{};
  std::array<std::uint64_t, 6> states{}; ///< tensors in each TensorState
};

/// What is known of a checkpoint beside its files: from an index, or from where it lies.
struct SetFacts {
  std::optional<std::string> index{};       ///< file name of the index, in the checkpoint's folder
  std::optional<std::uint64_t> totalSize{}; ///< the index's `total_size`
  std::optional<std::uint64_t> totalParameters{}; ///< the index's `total_parameters`
  /// The table's rows in the order of the index, those that it does not name last; empty without an
  /// index.
  std::vector<std::uint32_t> indexOrder{};
  /// For one shard that was opened alone: the index, or else the folder, that opens its whole set.
  std::optional<std::filesystem::path> belongsTo{};
};

/// What is in a weights file or a set of shards. Immutable; always held by
/// `shared_ptr<const Checkpoint>`; safe from any thread. A file that is not a checkpoint at all is
/// one too: `readable()` is false and a finding says what it is.
struct CheckpointParts {
  std::filesystem::path path{};             ///< as it was asked for
  std::string name{};                       ///< for titles: the folder's name, or the file's stem
  std::optional<std::string_view> format{}; ///< "safetensors"; empty where nothing could be read
  std::vector<Shard> shards{};
  TensorTable table{};
  std::vector<Finding> findings{}; ///< worst first
  SetFacts set{};
  std::optional<ModelConfig> config{};  ///< of the config.json beside the weights
  std::vector<LoaderVerdict> loaders{}; ///< who else would open it; empty where it is unreadable
};

class Checkpoint {
 public:
  explicit Checkpoint(CheckpointParts parts);

  [[nodiscard]] const std::filesystem::path& path() const { return m_parts.path; }
  [[nodiscard]] const std::string& name() const { return m_parts.name; }
  [[nodiscard]] std::optional<std::string_view> format() const { return m_parts.format; }
  [[nodiscard]] bool readable() const { return m_parts.format.has_value(); }
  [[nodiscard]] const std::vector<Shard>& shards() const { return m_parts.shards; }
  [[nodiscard]] const Shard& shard(ShardId id) const { return m_parts.shards[id.value]; }
  [[nodiscard]] const TensorTable& table() const { return m_parts.table; }
  [[nodiscard]] const std::vector<Finding>& findings() const { return m_parts.findings; }
  [[nodiscard]] const SetFacts& set() const { return m_parts.set; }
  [[nodiscard]] const std::optional<ModelConfig>& config() const { return m_parts.config; }
  [[nodiscard]] const std::vector<LoaderVerdict>& loaders() const { return m_parts.loaders; }
  [[nodiscard]] const CheckpointTotals& totals() const { return m_totals; }
  [[nodiscard]] bool hasErrors() const;

 private:
  CheckpointParts m_parts;
  CheckpointTotals m_totals;
};

/// How a checkpoint is opened; the defaults do for a path that stands for one checkpoint.
struct OpenOptions {
  std::string setName{}; ///< which set of a folder; see `CheckpointSet::name`
  unsigned threads = 0;  ///< that read headers; 0: as many as suit the machine
  /// Shards that were found elsewhere: the name in the index, and the path.
  std::vector<std::pair<std::string, std::filesystem::path>> located{};
};

/// Opens a weights file, a shard index or a folder: reads the headers and nothing of the tensor
/// data (but of tensors that lie in two shards, to compare them, 16 MiB at most). What is wrong or
/// damaged opens too, with findings; so does a set of which shards are missing. Progress counts
/// shards. Errors are the system's: NotFound, NoPermission, NotARegularFile, OpenFailed,
/// ReadFailed, FileChanged, OutOfMemory, Stopped; and NoSuchSet where a folder holds several sets
/// (`discoverSets` lists them) or none of the name.
[[nodiscard]] Result<std::shared_ptr<const Checkpoint>>
openCheckpoint(const std::filesystem::path& path, const StopToken& stop, ProgressSink& progress);
[[nodiscard]] Result<std::shared_ptr<const Checkpoint>>
openCheckpoint(const std::filesystem::path& path, const OpenOptions& options, const StopToken& stop,
               ProgressSink& progress);

} // namespace assay
