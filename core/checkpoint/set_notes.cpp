#include "core/checkpoint/set_notes.h"

#include "core/base/checked.h"
#include "core/base/number_text.h"
#include "core/checkpoint/cache_layout.h"
#include "core/checkpoint/set_discovery.h"
#include "core/checkpoint/shard_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostListed = 20'000; ///< entries of a folder that are looked at

/// Names of weights files in a folder, in natural order.
std::vector<std::string> weightsIn(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  std::size_t looked = 0;
  for (fs::directory_iterator it(folder.empty() ? fs::path(".") : folder, error), end;
       !error && it != end && ++looked <= mostListed; it.increment(error)) {
    std::string name = it->path().filename().string();
    std::error_code ignored;
    if (hasWeightsExtension(name) && !it->is_directory(ignored)) {
      names.push_back(std::move(name));
    }
  }
  std::sort(names.begin(), names.end(), naturalLess);
  return names;
}

void addSaturating(std::uint64_t& sum, std::uint64_t more) {
  sum = checkedAdd(sum, more).value_or(std::numeric_limits<std::uint64_t>::max());
}

/// Bytes of all tensors, each name once.
std::uint64_t tensorBytes(const TensorTable& table) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const TensorInfo info = table.at(i);
    if (info.described && !info.superseded) {
      addSaturating(sum, info.dataOffsets.size());
    }
  }
  return sum;
}

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// The metadata entries that could be notes of a dropped alias: their values name a tensor.
void noteAliases(const CheckpointParts& parts, SetFindings& findings) {
  // Values that could be a name: a lookup in the table walks over all of it, so one walk for all.
  std::unordered_set<std::string_view> values;
  for (const Shard& shard : parts.shards) {
    for (const auto& [key, value] : shard.metadata) {
      if (key != "format" && value.size() <= 4096) {
        values.insert(value);
      }
    }
  }
  if (values.empty()) {
    return;
  }
  std::unordered_set<std::string_view> names;
  for (std::size_t i = 0; i < parts.table.size(); ++i) {
    const TensorInfo info = parts.table.at(i);
    if (info.described && values.count(info.name) != 0) {
      names.insert(info.name);
    }
  }
  for (const Shard& shard : parts.shards) {
    for (const auto& [key, value] : shard.metadata) {
      if (key != "format" && key != value && names.count(value) != 0) {
        findings.tell({.code = FindingCode::Tied,
                       .file = shard.fileName,
                       .tensor = value,
                       .title = "A tensor stands for two",
                       .message = fmt::format("The metadata notes that “{}” shares the data of "
                                              "“{}”; only the latter is stored.",
                                              key, value)});
      }
    }
  }
}

void noteTiedEmbeddings(const CheckpointParts& parts, SetFindings& findings) {
  std::string head;
  std::string embedding;
  for (std::size_t i = 0; i < parts.table.size(); ++i) {
    const std::string_view name = parts.table.at(i).name;
    if (head.empty() && endsWith(name, "lm_head.weight")) {
      head = name;
    } else if (embedding.empty() &&
               (endsWith(name, "embed_tokens.weight") || endsWith(name, "wte.weight") ||
                endsWith(name, "word_embeddings.weight"))) {
      embedding = name;
    }
  }
  if (embedding.empty()) {
    return;
  }
  findings.tell(
      {.code = FindingCode::Tied,
       .file = "config.json",
       .tensor = embedding,
       .title = "The output layer is tied to the embedding",
       .message = fmt::format(
           "config.json sets tie_word_embeddings: “{}” is also the output layer{}", embedding,
           head.empty() ? ", which is not stored again."
                        : fmt::format(", and “{}” is stored beside it all the same; "
                                      "loaders ignore that copy.",
                                      head))});
}

bool isPlainFloat(std::string_view dtype) {
  return dtype == "BF16" || dtype == "F16" || dtype == "F32" || dtype == "F64";
}

std::string countedNames(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  return names.size() > most ? text + fmt::format(" and {} more", groupedText(names.size() - most))
                             : text;
}

/// The index in `folder` for the set that numbered names speak of, else any other index there.
std::optional<fs::path> indexFor(const fs::path& folder, const std::string& set) {
  std::optional<fs::path> index;
  std::error_code error;
  std::size_t looked = 0;
  for (fs::directory_iterator it(folder.empty() ? fs::path(".") : folder, error), end;
       !error && it != end && ++looked <= mostListed; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (isIndexName(name) && name.find("safetensors") != std::string::npos) {
      const bool own = setOfIndex(it->path()).name == set;
      if (own || !index) {
        index = folder / name;
      }
      if (own) {
        break;
      }
    }
  }
  return index;
}

} // namespace

void noteTotalSize(const CheckpointParts& parts, SetFindings& findings) {
  const bool complete = std::all_of(parts.shards.begin(), parts.shards.end(),
                                    [](const Shard& shard) { return shard.readable; });
  if (!parts.set.totalSize || !complete) {
    return;
  }
  const std::uint64_t total = *parts.set.totalSize;
  const std::uint64_t tensors = tensorBytes(parts.table);
  std::uint64_t files = 0;
  for (const Shard& shard : parts.shards) {
    addSaturating(files, shard.bytes);
  }
  if (total == tensors) {
    return;
  }
  findings.tell(
      {.code = FindingCode::TotalSizeDiffers,
       .file = parts.set.index.value_or(""),
       .title = "The index gives another total size",
       .message = fmt::format(
           "Its total_size is {}; the tensors take {}, the files {}. {}", countText(total, "byte"),
           countText(tensors, "byte"), countText(files, "byte"),
           total == files ? "Its writer summed the files, as some do. Nothing is damaged by that."
                          : "Nothing is damaged by that; writers count in different ways.")});
}

void noteTiedTensors(const CheckpointParts& parts, SetFindings& findings) {
  noteAliases(parts, findings);
  if (parts.config && parts.config->tieWordEmbeddings.value_or(false)) {
    noteTiedEmbeddings(parts, findings);
  }
}

void noteConfigDtype(const CheckpointParts& parts, SetFindings& findings) {
  if (!parts.config || !parts.config->quantization.empty()) {
    return; // a quantized model's config names the dtype that it computes in
  }
  const std::string_view promised = dtypeOfConfig(parts.config->dtypeText);
  std::unordered_map<std::string_view, std::uint64_t> bytes;
  for (std::size_t i = 0; i < parts.table.size(); ++i) {
    const TensorInfo info = parts.table.at(i);
    if (info.described && !info.superseded && isPlainFloat(info.dtypeText)) {
      addSaturating(bytes[info.dtypeText], info.dataOffsets.size());
    }
  }
  const auto most = std::max_element(
      bytes.begin(), bytes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (promised.empty() || most == bytes.end() || most->second == 0 || most->first == promised) {
    return;
  }
  findings.tell({.code = FindingCode::DtypeDiffersFromConfig,
                 .file = "config.json",
                 .title = fmt::format("The weights are {}, not {}", most->first, promised),
                 .message = fmt::format(
                     "config.json says {}, but {} of the weights are {}{}. A loader that trusts "
                     "the config converts them on loading. Correct the config, or convert.",
                     parts.config->dtypeText, sizeText(most->second), most->first,
                     bytes.count(promised) == 0
                         ? std::string(" and none are ") + std::string(promised)
                         : fmt::format(" and {} {}", sizeText(bytes[promised]), promised))});
}

void noteStrayFiles(const CheckpointParts& parts, const fs::path& folder, SetFindings& findings) {
  std::set<fs::path> known;
  for (const Shard& shard : parts.shards) {
    known.insert(fs::path(shard.fileName).lexically_normal());
  }
  for (const std::string& name : weightsIn(folder)) {
    if (known.count(fs::path(name)) != 0) {
      continue;
    }
    std::error_code error;
    const std::uint64_t bytes = fs::file_size(folder / name, error);
    findings.tell({.code = FindingCode::StrayFile,
                   .file = name,
                   .title = "A file that the index does not name",
                   .message = fmt::format("{} ({}) lies beside the shards, but the index does not "
                                          "name it. It is not part of this checkpoint; open it on "
                                          "its own to see it.",
                                          name, error ? "size unknown" : sizeText(bytes))});
  }
}

void noteUnfinishedFiles(const fs::path& folder, SetFindings& findings) {
  for (const UnfinishedFile& file : unfinishedFiles(folder)) {
    findings.tell({.code = FindingCode::UnfinishedDownload,
                   .file = file.name,
                   .title = "A download is unfinished",
                   .message = fmt::format("{} has {} so far. Resume the download.", file.name,
                                          countText(file.bytes, "byte"))});
  }
}

std::optional<fs::path> notePartOfASet(const fs::path& file, SetFindings& findings) {
  const std::string name = file.filename().string();
  const auto number = parseShardNumber(name);
  if (!number || number->count < 2) {
    return std::nullopt;
  }
  const fs::path folder = file.parent_path();
  std::vector<std::string> others;
  for (const std::string& other : weightsIn(folder)) {
    const auto parsed = parseShardNumber(other);
    if (other != name && parsed && parsed->set == number->set && parsed->count == number->count) {
      others.push_back(other);
    }
  }
  const std::optional<fs::path> index = indexFor(folder, number->set);
  const std::string here =
      others.empty() ? "none of the others is here" : "here are also " + countedNames(others, 5);
  findings.tell(
      {.code = FindingCode::PartOfASet,
       .file = name,
       .title = fmt::format("This is shard {} of {}", number->number, number->count),
       .message = fmt::format("It holds a part of a checkpoint; {}. Open {} for the whole.", here,
                              index ? index->filename().string() : std::string("its folder"))});
  return index ? *index : (folder.empty() ? fs::path(".") : folder);
}

} // namespace assay
