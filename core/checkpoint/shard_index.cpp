#include "core/checkpoint/shard_index.h"

#include "core/base/number_text.h"
#include "core/checkpoint/plain_map.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace assay {
namespace {

/// Walks over the text and tells the builder how far the parser has come, which the parser itself
/// does not.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** reached) : m_at(at), m_reached(reached) {}
  reference operator*() const { return *m_at; }
  CountingIterator& operator++() {
    *m_reached = ++m_at;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.m_at == b.m_at;
  }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return !(a == b); }

 private:
  const char* m_at;
  const char** m_reached;
};

/// A count that is spelled as a number or as a string of digits.
std::optional<std::uint64_t> countFromText(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                  : std::nullopt;
}

std::optional<std::uint64_t> countFromDouble(double value) {
  constexpr double mostExact = 9007199254740992.0; // 2^53
  return value >= 0 && value <= mostExact && std::floor(value) == value
             ? std::optional(static_cast<std::uint64_t>(value))
             : std::nullopt;
}

} // namespace

std::optional<std::uint32_t> ShardIndex::find(std::string_view wanted) const {
  return m_slots.find(wanted, [this](std::uint32_t entry) { return name(entry); });
}

std::optional<std::uint32_t> ShardIndex::findNear(std::string_view wanted,
                                                  std::uint32_t guess) const {
  return guess < size() && name(guess) == wanted ? std::optional(guess) : find(wanted);
}

/// Receives the parser's events and fills an index. Everything but the map and two numbers is
/// passed over, whatever it holds.
class ShardIndexBuilder {
 public:
  explicit ShardIndexBuilder(std::string_view text) : m_text(text), m_reached(text.data()) {
    // A name takes less room than its line in the text does; untouched memory costs nothing.
    m_index.m_names.reserve(text.size() * 3 / 4);
    constexpr std::size_t usualLine = 100; // bytes of the text for a tensor
    m_index.m_entries.reserve(text.size() / usualLine);
    m_index.m_slots.reserve(text.size() / usualLine);
  }

  /// Reads the map by the quick way, and only what is around it by the parser; nothing where the
  /// text is unusual in any way.
  std::optional<ShardIndex> parseQuickly() {
    const auto range = readPlainMap(m_text, [this](auto key, auto file, std::size_t keyEnd) {
      m_keyEnd = keyEnd;
      addEntry(key, file);
    });
    if (!range) {
      return std::nullopt;
    }
    const std::string around =
        std::string(m_text.substr(0, range->begin)) + "{}" + std::string(m_text.substr(range->end));
    ShardIndexBuilder rest(around);
    if (!rest.runParser() || rest.m_fault || !rest.m_hasMap) {
      return std::nullopt;
    }
    m_index.m_totalSize = rest.m_index.m_totalSize;
    m_index.m_totalParameters = rest.m_index.m_totalParameters;
    return finished();
  }

  tl::expected<ShardIndex, Finding> parse() {
    const bool ok = runParser();
    if (!ok || m_fault) {
      return tl::unexpected(m_fault.value_or(noMap()));
    }
    if (!m_hasMap) {
      return tl::unexpected(noMap());
    }
    if (m_index.m_entries.empty()) {
      return tl::unexpected(emptyMap());
    }
    return finished();
  }

  // Names of the parser's interface.
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  bool null() { return other("null"); }
  bool boolean(bool) { return other("true or false"); }
  bool number_integer(number_integer_t) { return other("a negative number"); }
  bool number_unsigned(number_unsigned_t value) {
    keepCount(value);
    return other("a number");
  }
  bool number_float(number_float_t value, const string_t&) {
    if (const auto count = countFromDouble(value)) {
      keepCount(*count);
    }
    return other("a number");
  }
  bool binary(binary_t&) { return other("bytes"); }
  bool string(string_t& value) {
    if (m_depth == 2 && m_section == Section::Map) {
      addEntry(m_key, value);
      return true;
    }
    if (const auto count = countFromText(value)) {
      keepCount(*count);
    }
    return other("a string");
  }
  bool key(string_t& name) {
    m_keyEnd = position();
    if (m_depth == 1) {
      m_section = name == "weight_map" ? Section::Map
                  : name == "metadata" ? Section::Metadata
                                       : Section::Other;
    }
    if (m_depth == 2 && m_section != Section::Other) {
      m_key.swap(name);
    }
    return true;
  }
  bool start_object(std::size_t) {
    if (m_depth == 1 && m_section == Section::Map) {
      m_hasMap = true;
      ++m_depth;
      return true;
    }
    return open("an object");
  }
  bool end_object() {
    --m_depth;
    return true;
  }
  bool start_array(std::size_t) { return open("a list"); }
  bool end_array() {
    --m_depth;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error);

 private:
  enum class Section : std::uint8_t { Other, Map, Metadata };

  bool runParser() {
    const char* begin = m_text.data();
    return nlohmann::json::sax_parse(CountingIterator(begin, &m_reached),
                                     CountingIterator(begin + m_text.size(), &m_reached), this,
                                     nlohmann::json::input_format_t::json, true);
  }

  ShardIndex finished() {
    return std::move(m_index); // spare room in it was never touched
  }

  [[nodiscard]] std::size_t position() const {
    return static_cast<std::size_t>(m_reached - m_text.data());
  }

  bool open(std::string_view what) {
    if (m_depth == 0 && what != "an object") {
      return faultAt(FindingCode::NotACheckpoint, 0, "The index cannot be read",
                     "Its JSON is a list, not an object with a \"weight_map\".");
    }
    if (!other(what)) {
      return false;
    }
    // Deeper than any writer goes, and than most readers follow.
    constexpr std::size_t mostDepth = 128;
    if (++m_depth > mostDepth) {
      return faultAt(FindingCode::InvalidJson, position() - 1, "The index cannot be read",
                     "More than 128 brackets stand open at this place.");
    }
    return true;
  }

  /// A value that is not a file name where one should stand, or one that is of no interest.
  bool other(std::string_view what) {
    if (m_depth == 1 && m_section == Section::Map) {
      return faultAt(FindingCode::NotACheckpoint, valueStart(), "The index cannot be read",
                     fmt::format("Its \"weight_map\" is {}, not an object that gives a file for "
                                 "each tensor.",
                                 what));
    }
    if (m_depth == 2 && m_section == Section::Map) {
      return faultAt(FindingCode::BadEntry, valueStart(), "The index cannot be read",
                     fmt::format("In \"weight_map\" the tensor \"{}\" has {}, not the name of a "
                                 "file.",
                                 m_key, what));
    }
    return true;
  }

  /// Where the value after the last key begins.
  [[nodiscard]] std::size_t valueStart() const {
    return std::min(m_text.find_first_not_of(": \t\r\n", m_keyEnd), m_text.size());
  }

  /// Where the last key's opening quotation mark stands: quotation marks inside have an odd number
  /// of backslashes before them.
  [[nodiscard]] std::size_t keyStart() const {
    for (std::size_t at = m_keyEnd - 1; at-- > 0;) {
      if (m_text[at] == '"') {
        const std::size_t before = m_text.find_last_not_of('\\', at == 0 ? 0 : at - 1);
        const std::size_t slashes = before == std::string_view::npos ? at : at - 1 - before;
        if (at == 0 || slashes % 2 == 0) {
          return at;
        }
      }
    }
    return 0;
  }

  void keepCount(std::uint64_t count) {
    if (m_depth == 2 && m_section == Section::Metadata) {
      if (m_key == "total_size") {
        m_index.m_totalSize = count;
      } else if (m_key == "total_parameters") {
        m_index.m_totalParameters = count;
      }
    }
  }

  void addEntry(std::string_view key, std::string_view file);
  std::uint32_t internFile(std::string_view file);

  bool faultAt(FindingCode code, std::size_t at, std::string title, std::string message) {
    m_fault = Finding{.severity = Severity::Error,
                      .code = code,
                      .position = at,
                      .title = std::move(title),
                      .message = std::move(message) + " Download the index again."};
    return false;
  }

  static Finding noMap() {
    return {.severity = Severity::Error,
            .code = FindingCode::NotACheckpoint,
            .title = "This JSON file is not an index of shards",
            .message = "It has no \"weight_map\". Open the .safetensors file or its folder."};
  }
  static Finding emptyMap() {
    return {.severity = Severity::Error,
            .code = FindingCode::NotACheckpoint,
            .title = "The index names no tensors",
            .message = "Its \"weight_map\" is empty. Download the index again."};
  }

  std::string_view m_text;
  const char* m_reached;
  ShardIndex m_index;
  NameSlots m_fileSlots;
  std::uint32_t m_lastFile = 0;
  std::string m_key;
  std::size_t m_keyEnd = 0;
  std::size_t m_depth = 0;
  Section m_section = Section::Other;
  bool m_hasMap = false;
  std::optional<Finding> m_fault;
};

bool ShardIndexBuilder::parse_error(std::size_t, const std::string&,
                                    const nlohmann::detail::exception& error) {
  std::string_view reason = error.what();
  // Behind "[json.exception.parse_error.101] " and the parser's own count of lines and columns.
  if (const std::size_t at = reason.find(": "); at != std::string_view::npos) {
    reason.remove_prefix(at + 2);
  }
  const bool badUtf8 = reason.find("ill-formed UTF-8") != std::string_view::npos;
  const std::size_t at = position() == 0 ? 0 : position() - 1;
  const std::string_view cut =
      at + 1 >= m_text.size() ? "The file ends inside its JSON, as if cut off." : "";
  return faultAt(
      badUtf8 ? FindingCode::InvalidUtf8 : FindingCode::InvalidJson, at, "The index cannot be read",
      fmt::format("At byte {} its JSON breaks off: {}.{}{}", at,
                  reason.substr(0, reason.find("; last read")), cut.empty() ? "" : " ", cut));
}

std::uint32_t ShardIndexBuilder::internFile(std::string_view file) {
  auto& files = m_index.m_files;
  if (!files.empty() && files[m_lastFile] == file) { // neighbours mostly share a shard
    return m_lastFile;
  }
  const auto fileAt = [&files](std::uint32_t id) -> std::string_view { return files[id]; };
  const auto known = m_fileSlots.find(file, fileAt);
  if (!known) {
    files.emplace_back(file);
    m_fileSlots.insert(static_cast<std::uint32_t>(files.size() - 1), fileAt);
  }
  m_lastFile = known.value_or(static_cast<std::uint32_t>(files.size() - 1));
  return m_lastFile;
}

void ShardIndexBuilder::addEntry(std::string_view key, std::string_view file) {
  ShardIndex& index = m_index;
  const std::uint32_t fileId = internFile(file);
  const auto id = static_cast<std::uint32_t>(index.m_entries.size());
  index.m_entries.push_back({index.m_names.size(), static_cast<std::uint32_t>(key.size()), fileId});
  index.m_names += key;
  const auto known =
      index.m_slots.insert(id, [&index](std::uint32_t entry) { return index.name(entry); });
  if (!known) {
    return;
  }
  index.m_names.resize(index.m_entries.back().nameBegin);
  index.m_entries.pop_back();
  const std::uint32_t firstFile = std::exchange(index.m_entries[*known].file, fileId);
  if (index.m_duplicateCount++ < ShardIndex::mostDuplicates) {
    index.m_duplicates.push_back(
        {std::string(key), index.m_files[firstFile], std::string(file), keyStart()});
  }
}

tl::expected<ShardIndex, Finding> parseShardIndex(std::string_view text) {
  constexpr std::string_view lfs = "version https://git-lfs";
  if (text.substr(0, lfs.size()) == lfs) {
    return tl::unexpected(
        Finding{.severity = Severity::Error,
                .code = FindingCode::GitLfsPointer,
                .position = 0,
                .title = "The index is a Git LFS pointer",
                .message = fmt::format("It is a note of {} that stands for the index. Run git lfs "
                                       "pull in its folder.",
                                       countText(text.size(), "byte"))});
  }
  if (text.empty()) {
    return tl::unexpected(Finding{.severity = Severity::Error,
                                  .code = FindingCode::EmptyFile,
                                  .position = 0,
                                  .title = "The index is empty",
                                  .message = "It has 0 bytes. Download it again."});
  }
  // Names and entries are counted in 32 bits.
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) {
    return tl::unexpected(Finding{.severity = Severity::Error,
                                  .code = FindingCode::NotACheckpoint,
                                  .title = "The index is too large",
                                  .message = fmt::format("It has {}; Assay reads indexes below 4 "
                                                         "GB.",
                                                         sizeText(text.size()))});
  }
  if (auto index = ShardIndexBuilder(text).parseQuickly()) {
    return *std::move(index);
  }
  return ShardIndexBuilder(text).parse();
}

} // namespace assay
