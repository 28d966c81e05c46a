#include "core/checkpoint/set_discovery.h"

#include "core/base/number_text.h"
#include "core/checkpoint/shard_index.h"
#include "core/checkpoint/shard_name.h"
#include "core/checkpoint/small_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <system_error>
#include <utility>

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr int mostDepth = 3;
constexpr std::size_t mostSets = 500;
constexpr std::size_t mostEntries = 50'000; ///< of all folders together
constexpr std::uint64_t mostIndexBytes = std::uint64_t{1} << 30U;

std::string stemOf(std::string_view fileName) {
  return std::string(fileName.substr(0, fileName.size() - std::string_view(".safetensors").size()));
}

/// `model.safetensors.index.json` -> "model", `model.safetensors.index.fp16.json` -> "model.fp16".
std::string stemOfIndex(std::string_view fileName) {
  const std::size_t at = fileName.find(".index.");
  std::string stem(fileName.substr(0, at));
  if (hasWeightsExtension(stem)) {
    stem = stemOf(stem);
  }
  const std::string_view rest = fileName.substr(at + 7); // "json" or "fp16.json"
  const std::size_t variant = rest.rfind('.');
  return variant == std::string_view::npos ? stem
                                           : stem + "." + std::string(rest.substr(0, variant));
}

bool isOtherFormat(std::string_view name) {
  constexpr std::array<std::string_view, 8> ends{".bin",  ".pt",  ".pth",  ".ckpt",
                                                 ".gguf", ".npz", ".onnx", ".h5"};
  return std::any_of(ends.begin(), ends.end(), [name](std::string_view end) {
    return name.size() > end.size() && name.substr(name.size() - end.size()) == end;
  });
}

class Discoverer {
 public:
  Discoverer(fs::path root, const StopToken& stop) : m_root(std::move(root)), m_stop(stop) {}

  Result<Discovery> run();

 private:
  /// What lies in one folder, not below it.
  struct Contents {
    std::vector<std::string> weights{};
    std::vector<std::string> indexes{};
    std::vector<fs::path> folders{};
    bool hasSnapshots = false;
  };

  Result<Contents> list(const fs::path& folder);
  Result<void> visit(const fs::path& folder, int depth);
  void addSets(const fs::path& folder, const Contents& contents);
  void nameSets(std::vector<CheckpointSet>& sets, const fs::path& folder) const;
  void preferMainSnapshot();
  void dropNestedShards();

  fs::path m_root;
  const StopToken& m_stop;
  std::set<fs::path> m_visited;
  std::size_t m_entries = 0;
  Discovery m_found;
};

Result<Discoverer::Contents> Discoverer::list(const fs::path& folder) {
  Contents contents;
  std::error_code error;
  fs::directory_iterator it(folder, error);
  if (error) {
    const ErrorCode code = error == std::errc::no_such_file_or_directory ? ErrorCode::NotFound
                           : error == std::errc::permission_denied       ? ErrorCode::NoPermission
                                                                         : ErrorCode::OpenFailed;
    return fail({.code = code, .subject = folder.string(), .detail = error.message()});
  }
  for (const fs::directory_iterator end; !error && it != end; it.increment(error)) {
    if (m_stop.stopRequested()) {
      return fail({.code = ErrorCode::Stopped, .subject = folder.string()});
    }
    if (++m_entries > mostEntries) {
      m_found.complete = false;
      break;
    }
    std::error_code ignored;
    std::string name = it->path().filename().string();
    if (it->is_directory(ignored)) {
      contents.hasSnapshots = contents.hasSnapshots || name == "snapshots";
      contents.folders.push_back(it->path());
    } else if (hasWeightsExtension(name)) {
      contents.weights.push_back(std::move(name));
    } else if (isIndexName(name) && name.find("safetensors") != std::string::npos) {
      contents.indexes.push_back(std::move(name));
    } else if (isOtherFormat(name) && m_found.otherFormats.size() < 100) {
      m_found.otherFormats.push_back(it->path().lexically_relative(m_root).string());
    }
  }
  std::sort(contents.weights.begin(), contents.weights.end(), naturalLess);
  std::sort(contents.indexes.begin(), contents.indexes.end(), naturalLess);
  std::sort(contents.folders.begin(), contents.folders.end());
  return contents;
}

/// "" for the folder that was asked for, else "unet/".
std::string prefixOf(const fs::path& folder, const fs::path& root) {
  const std::string relative = folder.lexically_relative(root).generic_string();
  return relative == "." || relative.empty() ? std::string() : relative + "/";
}

void Discoverer::nameSets(std::vector<CheckpointSet>& sets, const fs::path& folder) const {
  const std::string prefix = prefixOf(folder, m_root);
  const auto first = std::count_if(sets.begin(), sets.end(),
                                   [](const CheckpointSet& set) { return !set.secondary; });
  for (CheckpointSet& set : sets) {
    const bool namesFolder = !prefix.empty() && first == 1 && !set.secondary;
    set.name = namesFolder ? prefix.substr(0, prefix.size() - 1) : prefix + set.name;
  }
}

void Discoverer::addSets(const fs::path& folder, const Contents& contents) {
  std::vector<CheckpointSet> sets;
  std::set<std::string> indexed;
  for (const std::string& index : contents.indexes) {
    CheckpointSet set = setOfIndex(folder / index);
    set.folder = folder;
    indexed.insert(set.name);
    sets.push_back(std::move(set));
  }
  std::map<std::pair<std::string, std::uint32_t>, std::size_t> numbered;
  for (const std::string& file : contents.weights) {
    const auto number = parseShardNumber(file);
    if (number && indexed.count(number->set) != 0) {
      continue; // the index's own, or strays that opening it tells of
    }
    const std::pair key{number ? number->set : file, number ? number->count : 0};
    const auto [at, isNew] = numbered.try_emplace(key, sets.size());
    if (isNew) {
      CheckpointSet set;
      set.name = number ? number->set : stemOf(file);
      set.folder = folder;
      set.secondary = !indexed.empty();
      if (number) {
        set.count = number->count;
      }
      sets.push_back(std::move(set));
    }
    sets[at->second].files.push_back(file);
  }
  nameSets(sets, folder);
  for (CheckpointSet& set : sets) {
    if (m_found.sets.size() == mostSets) {
      m_found.complete = false;
      return;
    }
    m_found.sets.push_back(std::move(set));
  }
}

Result<void> Discoverer::visit(const fs::path& folder, int depth) {
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  if (!error && !m_visited.insert(real).second) {
    return {};
  }
  auto contents = list(folder);
  if (!contents) {
    // One folder below that cannot be listed does not hide the rest.
    const bool ends = depth == 0 || contents.error().code == ErrorCode::Stopped;
    return ends ? Result<void>(fail(contents.error())) : Result<void>();
  }
  addSets(folder, *contents);
  for (const fs::path& below : contents->folders) {
    const std::string name = below.filename().string();
    if (name.front() == '.' || (name == "blobs" && contents->hasSnapshots)) {
      continue;
    }
    if (depth == mostDepth) {
      m_found.complete = false;
      return {};
    }
    if (auto ok = visit(below, depth + 1); !ok) {
      return ok;
    }
  }
  return {};
}

/// Of several snapshots in a cache, the one that refs/main names is meant first.
void Discoverer::preferMainSnapshot() {
  const auto text = readSmallFile(m_root / "refs" / "main", 100);
  if (!text) {
    return;
  }
  const std::string_view commit = text->view();
  const std::string main =
      "snapshots/" + std::string(commit.substr(0, commit.find_last_not_of(" \r\n") + 1));
  const auto isBelow = [](const std::string& name, const std::string& folder) {
    return name == folder || name.compare(0, folder.size() + 1, folder + "/") == 0;
  };
  const bool there = std::any_of(m_found.sets.begin(), m_found.sets.end(),
                                 [&](const CheckpointSet& s) { return isBelow(s.name, main); });
  for (CheckpointSet& set : m_found.sets) {
    set.secondary =
        set.secondary || (there && isBelow(set.name, "snapshots") && !isBelow(set.name, main));
  }
}

/// Takes out what looks like a set of its own in a folder below but is named by an index above.
void Discoverer::dropNestedShards() {
  const std::vector<CheckpointSet> all = m_found.sets;
  for (const CheckpointSet& above : all) {
    const auto isBelow = [&above](const CheckpointSet& set) {
      const fs::path relative = set.folder.lexically_relative(above.folder);
      return relative != "." && !relative.empty() && *relative.begin() != "..";
    };
    if (!above.index || std::none_of(all.begin(), all.end(), isBelow)) {
      continue;
    }
    const auto text = readSmallFile(above.folder / *above.index, mostIndexBytes);
    const auto index = parseShardIndex(text ? text->view() : std::string_view());
    if (!index) {
      continue;
    }
    std::set<fs::path> named;
    for (const std::string& file : index->files()) {
      named.insert((above.folder / file).lexically_normal());
    }
    const auto isNamed = [&](const CheckpointSet& set) {
      return isBelow(set) && !set.files.empty() &&
             std::all_of(set.files.begin(), set.files.end(), [&](const std::string& file) {
               return named.count((set.folder / file).lexically_normal()) != 0;
             });
    };
    m_found.sets.erase(std::remove_if(m_found.sets.begin(), m_found.sets.end(), isNamed),
                       m_found.sets.end());
  }
}

Result<Discovery> Discoverer::run() {
  if (auto ok = visit(m_root, 0); !ok) {
    return fail(ok.error());
  }
  dropNestedShards();
  preferMainSnapshot();
  std::stable_sort(m_found.sets.begin(), m_found.sets.end(),
                   [](const CheckpointSet& a, const CheckpointSet& b) {
                     return a.secondary != b.secondary ? b.secondary : naturalLess(a.name, b.name);
                   });
  std::sort(m_found.otherFormats.begin(), m_found.otherFormats.end(), naturalLess);
  return std::move(m_found);
}

std::string namesOf(const std::vector<CheckpointSet>& sets) {
  constexpr std::size_t mostNamed = 40;
  std::string names;
  for (std::size_t i = 0; i < std::min(sets.size(), mostNamed); ++i) {
    names += (i == 0 ? "" : ", ") + sets[i].name;
  }
  if (sets.size() > mostNamed) {
    names += fmt::format(" and {} more", groupedText(sets.size() - mostNamed));
  }
  return names;
}

bool isCalled(const CheckpointSet& set, std::string_view name) {
  if (set.name == name || (set.index && *set.index == name)) {
    return true;
  }
  return set.files.size() == 1 && set.files.front() == name;
}

} // namespace

CheckpointSet setOfFile(const fs::path& file) {
  CheckpointSet set;
  set.folder = file.parent_path();
  const std::string name = file.filename().string();
  set.name = hasWeightsExtension(name) ? stemOf(name) : name;
  set.files.push_back(name);
  return set;
}

CheckpointSet setOfIndex(const fs::path& index) {
  CheckpointSet set;
  set.folder = index.parent_path();
  const std::string name = index.filename().string();
  set.name = isIndexName(name) ? stemOfIndex(name) : index.stem().string();
  set.index = name;
  return set;
}

Result<Discovery> discoverSets(const fs::path& folder, const StopToken& stop) {
  return Discoverer(folder, stop).run();
}

Result<CheckpointSet> chooseSet(const Discovery& discovery, std::string_view name) {
  const auto& sets = discovery.sets;
  const auto wanted = [name](const CheckpointSet& set) {
    return name.empty() ? !set.secondary : isCalled(set, name);
  };
  const auto found = std::find_if(sets.begin(), sets.end(), wanted);
  const bool several = name.empty() && std::count_if(sets.begin(), sets.end(), wanted) > 1;
  if (found != sets.end() && !several) {
    return *found;
  }
  std::string detail =
      several ? fmt::format("the folder holds {}: {}", countText(sets.size(), "set"), namesOf(sets))
              : fmt::format("no set is called “{}”: there are {}", name, namesOf(sets));
  if (sets.empty()) {
    detail = "the folder holds no safetensors file";
  }
  return fail({.code = ErrorCode::NoSuchSet, .detail = std::move(detail)});
}

} // namespace assay
