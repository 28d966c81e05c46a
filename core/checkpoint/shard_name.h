#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// Whether a shard's name in an index may be opened.
enum class ShardNameRule : std::uint8_t {
  Allowed,        ///< relative, inside the index's folder, and a safetensors file
  OutsideFolder,  ///< absolute, with `..`, a drive letter, a UNC path or a URL
  WrongExtension, ///< anything but `.safetensors`
};

/// Judges the name as it is spelled: nothing is decoded, so `%2e%2e/` is a folder of that name and
/// stays inside. Nested relative paths are allowed. Takes any bytes.
[[nodiscard]] ShardNameRule judgeShardName(std::string_view name);

/// A number of a set: the 3 of `model-00003-of-00004.safetensors`.
struct ShardNumber {
  std::string set{};        ///< the name without the number: `model`, `model.fp16`
  std::uint32_t number = 0; ///< usually from 1; some writers count from 0
  std::uint32_t count = 0;
};

/// Takes a file name apart by the patterns in use: `NAME-00001-of-00004.safetensors`,
/// `NAME_00002-of-00072.safetensors`, `NAME-00001-of-00002.fp16.safetensors` (its set is
/// `NAME.fp16`). Nothing where it follows none of them, or counts more than 100,000 shards.
[[nodiscard]] std::optional<ShardNumber> parseShardNumber(std::string_view fileName);

/// The same name with another number, in as many digits: `fileName` must have one.
[[nodiscard]] std::string withShardNumber(std::string_view fileName, std::uint32_t number);

/// True for `*.safetensors`, whatever the case of the extension.
[[nodiscard]] bool hasWeightsExtension(std::string_view fileName);

/// True for `*.index.json` and the variant spelling `*.index.fp16.json`: an `.index.` part and a
/// `.json` end.
[[nodiscard]] bool isIndexName(std::string_view fileName);

/// True where `a` stands before `b` when runs of digits count as numbers, `layer.9` before
/// `layer.10`. A strict weak ordering over all byte strings.
[[nodiscard]] bool naturalLess(std::string_view a, std::string_view b);

} // namespace assay
