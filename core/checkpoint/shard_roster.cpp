#include "core/checkpoint/shard_roster.h"

#include "core/base/checked.h"
#include "core/base/number_text.h"
#include "core/checkpoint/shard_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <system_error>
#include <utility>

namespace assay {
namespace {

namespace fs = std::filesystem;

ShardFate fateOfName(std::string_view name) {
  switch (judgeShardName(name)) {
  case ShardNameRule::OutsideFolder:
    return ShardFate::OutsideFolder;
  case ShardNameRule::WrongExtension:
    return ShardFate::WrongExtension;
  case ShardNameRule::Allowed:
    break;
  }
  return ShardFate::ToRead;
}

/// Shards that somebody has pointed out elsewhere.
void applyLocated(ShardRoster& roster, const OpenOptions& options) {
  for (const auto& [name, path] : options.located) {
    for (RosterEntry& entry : roster.entries) {
      if (entry.fileName == name) {
        entry.path = path;
        entry.fate = ShardFate::ToRead;
      }
    }
  }
}

bool isLost(const RosterEntry& entry) {
  return entry.fate != ShardFate::Readable;
}

/// "3 of 4" from the name's own numbers, else by the place in the list.
std::string ordinalText(const ShardRoster& roster, std::size_t at) {
  if (const auto number =
          parseShardNumber(fs::path(roster.entries[at].fileName).filename().string())) {
    return fmt::format("{} of {}", number->number, number->count);
  }
  return fmt::format("{} of {}", at + 1, roster.entries.size());
}

FindingCode codeOf(ShardFate fate) {
  switch (fate) {
  case ShardFate::NotThere:
    return FindingCode::MissingShard;
  case ShardFate::Dangling:
    return FindingCode::DanglingLink;
  case ShardFate::OutsideFolder:
    return FindingCode::OutsideFolder;
  case ShardFate::WrongExtension:
    return FindingCode::WrongExtension;
  default:
    return FindingCode::UnreadableShard;
  }
}

class LostShards {
 public:
  LostShards(const ShardRoster& roster, const CheckpointParts& parts, SetFindings& findings)
      : m_roster(roster), m_parts(parts), m_findings(findings) {}

  void reportAll() {
    for (std::size_t at = 0; at < m_roster.entries.size(); ++at) {
      if (isLost(m_roster.entries[at])) {
        report(at);
      }
    }
  }

 private:
  void report(std::size_t at);
  [[nodiscard]] Finding findingFor(std::size_t at) const;
  [[nodiscard]] std::string holds(const RosterEntry& entry) const;
  [[nodiscard]] std::string missingBytes() const;

  const ShardRoster& m_roster;
  const CheckpointParts& m_parts;
  SetFindings& m_findings;
};

/// How much the only lost shard must hold, where the index tells the total.
std::string LostShards::missingBytes() const {
  const auto lost = std::count_if(m_roster.entries.begin(), m_roster.entries.end(), isLost);
  if (lost != 1 || !m_parts.set.totalSize) {
    return {};
  }
  std::uint64_t known = 0;
  for (std::size_t i = 0; i < m_parts.table.size(); ++i) {
    const TensorInfo info = m_parts.table.at(i);
    if (info.described && !info.superseded) {
      known = checkedAdd(known, info.dataOffsets.size()).value_or(*m_parts.set.totalSize);
    }
  }
  const auto left = checkedSub(*m_parts.set.totalSize, known);
  return left && *left != 0 ? fmt::format(" ({} by the index's total_size)", sizeText(*left))
                            : std::string();
}

/// "X holds 75 tensors (1.20 GB by ...)." or, without an index, what cannot be known.
std::string LostShards::holds(const RosterEntry& entry) const {
  return m_roster.indexed
             ? fmt::format("{} holds {}{}.", entry.fileName, countText(entry.tensors, "tensor"),
                           missingBytes())
             : fmt::format("{} is not there; without an index its tensors are not known.",
                           entry.fileName);
}

Finding LostShards::findingFor(std::size_t at) const {
  const RosterEntry& entry = m_roster.entries[at];
  const std::string which = ordinalText(m_roster, at);
  const std::string tensors = countText(entry.tensors, "tensor");
  switch (entry.fate) {
  case ShardFate::NotThere:
    return {.code = FindingCode::MissingShard,
            .title = fmt::format("Shard {} is missing", which),
            .message = holds(entry) + " Download it into the folder, or locate it."};
  case ShardFate::Dangling:
    return {.code = FindingCode::DanglingLink,
            .title = fmt::format("Shard {} is a link to nothing", which),
            .message = fmt::format("{} It points to {}, which is not there. Download it again.",
                                   holds(entry), entry.reason)};
  case ShardFate::OutsideFolder:
    return {.code = FindingCode::OutsideFolder,
            .title = "The index names a place outside its folder",
            .message = fmt::format("It puts {} into “{}”, which is not a relative path inside the "
                                   "folder. It was not opened. Correct the index.",
                                   tensors, entry.fileName)};
  case ShardFate::WrongExtension:
    return {.code = FindingCode::WrongExtension,
            .title = "The index names a file of another kind",
            .message = fmt::format("It puts {} into “{}”, which is not called .safetensors (a .bin "
                                   "or .pt file is a pickle, which can run code). It was not "
                                   "opened. Use the index of the safetensors files.",
                                   tensors, entry.fileName)};
  case ShardFate::Unreadable:
  case ShardFate::ToRead:
  case ShardFate::Readable:
    break;
  }
  return {.code = FindingCode::UnreadableShard,
          .title = fmt::format("Shard {} cannot be read", which),
          .message = fmt::format("{}{}: {}. The other shards can be used.", entry.fileName,
                                 m_roster.indexed ? " should hold " + tensors : "", entry.reason)};
}

void LostShards::report(std::size_t at) {
  if (m_findings.wants(codeOf(m_roster.entries[at].fate))) {
    Finding finding = findingFor(at);
    finding.file = m_roster.entries[at].fileName;
    m_findings.add(std::move(finding));
  }
}

/// What the names of the files in a folder say of sets that the roster does not know:
/// "15 files are named as of 15".
std::string otherNumbers(const ShardRoster& roster, const fs::path& folder) {
  std::set<std::string> known;
  for (const RosterEntry& entry : roster.entries) {
    known.insert(entry.fileName);
  }
  std::map<std::uint32_t, std::size_t> byCount;
  std::error_code error;
  std::size_t looked = 0;
  for (fs::directory_iterator it(folder.empty() ? fs::path(".") : folder, error), end;
       !error && it != end && ++looked < 20'000; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (const auto number = parseShardNumber(name); number && known.count(name) == 0) {
      ++byCount[number->count];
    }
  }
  std::string text;
  for (const auto& [count, files] : byCount) {
    text += fmt::format(" {} not in the index {} named as of {}{}", countText(files, "file"),
                        files == 1 ? "is" : "are", count,
                        files == count ? ", a complete set of their own: the index is an old one."
                                       : ".");
  }
  return text;
}

} // namespace

ShardRoster rosterOfIndex(const CheckpointSet& set, const ShardIndex& index,
                          const OpenOptions& options) {
  const auto& files = index.files();
  std::vector<std::uint32_t> order(files.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&files](std::uint32_t a, std::uint32_t b) { return naturalLess(files[a], files[b]); });
  ShardRoster roster;
  roster.indexed = true;
  roster.entryOfFile.resize(files.size());
  for (const std::uint32_t file : order) {
    roster.entryOfFile[file] = static_cast<std::uint32_t>(roster.entries.size());
    RosterEntry entry;
    entry.fileName = files[file];
    entry.fate = fateOfName(entry.fileName);
    if (entry.fate == ShardFate::ToRead) {
      entry.path = set.folder / entry.fileName;
    }
    roster.entries.push_back(std::move(entry));
  }
  for (std::size_t entry = 0; entry < index.size(); ++entry) {
    ++roster.entries[roster.entryOfFile[index.file(entry)]].tensors;
  }
  applyLocated(roster, options);
  return roster;
}

ShardRoster rosterOfFiles(const CheckpointSet& set, const OpenOptions& options) {
  ShardRoster roster;
  std::set<std::uint32_t> numbers;
  for (const std::string& file : set.files) {
    RosterEntry entry;
    entry.fileName = file;
    entry.path = set.folder / file;
    roster.entries.push_back(std::move(entry));
    if (const auto number = parseShardNumber(file)) {
      numbers.insert(number->number);
    }
  }
  if (set.count && !numbers.empty()) {
    const std::uint32_t first = *numbers.begin() == 0 ? 0 : 1; // some count from 0
    constexpr std::size_t mostMissing = 1000;
    std::size_t missing = 0;
    for (std::uint32_t i = first; i < first + *set.count && missing < mostMissing; ++i) {
      if (numbers.count(i) == 0) {
        RosterEntry entry;
        entry.fileName = withShardNumber(set.files.front(), i);
        entry.path = set.folder / entry.fileName;
        roster.entries.push_back(std::move(entry));
        ++missing;
      }
    }
  }
  std::sort(roster.entries.begin(), roster.entries.end(),
            [](const RosterEntry& a, const RosterEntry& b) {
              return naturalLess(a.fileName, b.fileName);
            });
  applyLocated(roster, options);
  return roster;
}

void reportLostShards(const ShardRoster& roster, const CheckpointParts& parts,
                      const fs::path& folder, SetFindings& findings) {
  const auto missing = static_cast<std::size_t>(
      std::count_if(roster.entries.begin(), roster.entries.end(),
                    [](const RosterEntry& entry) { return entry.fate == ShardFate::NotThere; }));
  if (roster.indexed && missing > 0) {
    const std::string others = otherNumbers(roster, folder);
    if (missing > 1 || !others.empty()) {
      findings.tell({.code = FindingCode::MissingShard,
                     .file = parts.set.index.value_or(""),
                     .title = fmt::format("{} of {} are missing", groupedText(missing),
                                          countText(roster.entries.size(), "shard")),
                     .message = fmt::format(
                         "The index names {}; {} of them are in the folder.{} Download the index "
                         "and the shards again, of one revision.",
                         countText(roster.entries.size(), "file"),
                         groupedText(roster.entries.size() - missing), others)});
    }
  }
  LostShards(roster, parts, findings).reportAll();
}

} // namespace assay
