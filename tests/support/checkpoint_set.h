#pragma once

#include "core/checkpoint/checkpoint.h"
#include "tests/support/safetensors_file.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::test {

// Folders with small sharded checkpoints, made by hand, and short texts that say how they opened.

inline const std::string shard1 = "model-00001-of-00002.safetensors";
inline const std::string shard2 = "model-00002-of-00002.safetensors";
inline const std::string indexName = "model.safetensors.index.json";

/// An F32 tensor of one value whose four bytes are `byte`.
[[nodiscard]] TestTensor tensor(const std::string& name, char byte = 1);

/// Writes a file, and makes its folder where there is none.
void putFile(const std::filesystem::path& path, std::string_view bytes);
void putTensors(const std::filesystem::path& path, const std::vector<TestTensor>& tensors);

using WeightMap = std::vector<std::pair<std::string, std::string>>;

/// An index of these keys and files, with the inside of a metadata object.
[[nodiscard]] std::string indexText(const WeightMap& map, const std::string& metadata = "");

/// Two shards of two tensors each (a, b; c, d), and their index with its keys out of file order.
void putSet(const std::filesystem::path& folder);

/// The checkpoint at `path`; where it does not open, a warning and an empty one.
[[nodiscard]] std::shared_ptr<const Checkpoint> opened(const std::filesystem::path& path,
                                                       const OpenOptions& options = {});

/// Why it does not open; Stopped where it does.
[[nodiscard]] ErrorCode errorOf(const std::filesystem::path& path, const OpenOptions& options = {});

/// "a@0 b*@0 c@1:missing": name, a star where superseded, shard, state where it is not present.
[[nodiscard]] std::string rows(const Checkpoint& checkpoint);

/// The codes of all findings, in order, with spaces between.
[[nodiscard]] std::string codes(const Checkpoint& checkpoint);

/// The first finding of this code, or an empty one.
[[nodiscard]] Finding findingOf(const Checkpoint& checkpoint, FindingCode code);

/// Whether the finding's message says this.
[[nodiscard]] bool has(const Finding& finding, std::string_view text);

} // namespace assay::test
