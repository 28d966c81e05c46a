#pragma once

#include "core/checkpoint/finding.h"
#include "core/checkpoint/name_slots.h"

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// What an index of shards says: which tensor lies in which file. Names live in one arena, so that
/// an index of half a million tensors takes less memory than its text. Immutable after parsing;
/// then safe from any thread. All names are untrusted text.
class ShardIndex {
 public:
  /// A tensor that the `weight_map` names more than once. The last place counts, as in most
  /// readers.
  struct Duplicate {
    std::string name{};
    std::string firstFile{};
    std::string lastFile{};
    std::uint64_t position = 0; ///< of the later key in the index
  };

  /// Tensors named, each once, in the order in which the index first names them.
  [[nodiscard]] std::size_t size() const { return m_entries.size(); }
  [[nodiscard]] std::string_view name(std::size_t entry) const {
    return std::string_view(m_names).substr(m_entries[entry].nameBegin,
                                            m_entries[entry].nameLength);
  }
  [[nodiscard]] std::size_t nameBytes() const { return m_names.size(); } ///< of all names
  /// Which of `files()` the entry names.
  [[nodiscard]] std::uint32_t file(std::size_t entry) const { return m_entries[entry].file; }

  /// The shard files as they are spelled in the index, in the order of their first mention.
  [[nodiscard]] const std::vector<std::string>& files() const { return m_files; }

  /// The entry with exactly this name.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;

  /// The same, looking at the entry `guess` first: names mostly come in the index's order.
  [[nodiscard]] std::optional<std::uint32_t> findNear(std::string_view name,
                                                      std::uint32_t guess) const;

  /// `metadata.total_size`: meant as the sum of the tensors' bytes, sometimes of the files'.
  [[nodiscard]] std::optional<std::uint64_t> totalSize() const { return m_totalSize; }
  /// `metadata.total_parameters`, where the index tells it, as a number or as a string.
  [[nodiscard]] std::optional<std::uint64_t> totalParameters() const { return m_totalParameters; }

  /// The first keys that occur more than once, at most `mostDuplicates`, and how many there are.
  [[nodiscard]] const std::vector<Duplicate>& duplicates() const { return m_duplicates; }
  [[nodiscard]] std::size_t duplicateCount() const { return m_duplicateCount; }
  static constexpr std::size_t mostDuplicates = 20;

 private:
  friend class ShardIndexBuilder;
  struct Entry {
    std::uint64_t nameBegin;
    std::uint32_t nameLength;
    std::uint32_t file;
  };
  std::string m_names;
  std::vector<Entry> m_entries;
  std::vector<std::string> m_files;
  NameSlots m_slots;
  std::vector<Duplicate> m_duplicates;
  std::size_t m_duplicateCount = 0;
  std::optional<std::uint64_t> m_totalSize;
  std::optional<std::uint64_t> m_totalParameters;
};

/// The index that `text` holds, or the finding that says why it is none: invalid_json,
/// invalid_utf8, git_lfs_pointer, empty_file, bad_entry (a value in the map that is not a string)
/// or not_a_checkpoint (no map, an empty one), with the byte position. Takes any bytes.
[[nodiscard]] tl::expected<ShardIndex, Finding> parseShardIndex(std::string_view text);

} // namespace assay
