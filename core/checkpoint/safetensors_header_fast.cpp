#include "core/checkpoint/json_scanner.h"
#include "core/checkpoint/safetensors_header.h"

// Its checks for misuse cost time in every build without NDEBUG.
#define SIMDJSON_DEVELOPMENT_CHECKS 0
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace assay {
namespace {

namespace ondemand = simdjson::ondemand;

/// The shortest entry there is: "":{"dtype":"U8","shape":[],"data_offsets":[0,0]},
constexpr std::size_t leastEntryBytes = 49;

/// Reads what writers write. Every member returns false where it meets anything else, and the
/// header is then read again by the exact reader: nothing here reports a fault, and nothing is
/// passed over, because what On-Demand passes over it does not check.
class FastReader {
 public:
  explicit FastReader(std::string_view header) : m_header(header), m_scanner(header) {}

  bool read();
  HeaderReading take() { return std::move(m_reading); }

 private:
  bool readMember(ondemand::field& member);
  bool readMetadata(ondemand::value value);
  bool readEntry(ondemand::object entry);
  bool readField(ondemand::field& field, unsigned& seen);
  bool readDtype(ondemand::value value);
  bool readShape(ondemand::array array);
  bool readOffsets(ondemand::array array);
  bool readText(const char* start, std::string& scratch, std::string_view& text);
  void reserve();

  std::string_view m_header;
  JsonScanner m_scanner; ///< for strings with escapes
  HeaderReading m_reading;
  bool m_hasMetadata = false;
  TensorInfo m_entry{};
  std::vector<std::uint64_t> m_shape;
  std::string m_nameScratch;
  std::string m_valueScratch;
};

/// The text of the string whose first character is at `start`.
bool FastReader::readText(const char* start, std::string& scratch, std::string_view& text) {
  const auto left = static_cast<std::size_t>(m_header.data() + m_header.size() - start);
  const auto* quote = static_cast<const char*>(std::memchr(start, '"', left));
  if (quote == nullptr) {
    return false;
  }
  text = {start, static_cast<std::size_t>(quote - start)};
  if (text.empty() || std::memchr(text.data(), '\\', text.size()) == nullptr) {
    return true;
  }
  m_scanner.moveTo(static_cast<std::size_t>(start - m_header.data()) - 1);
  const bool ok = m_scanner.readString(scratch).has_value();
  text = scratch;
  return ok;
}

// Rows that are not used are never touched and cost no memory; growing would copy them.
void FastReader::reserve() {
  const auto braces = static_cast<std::size_t>(std::count(m_header.begin(), m_header.end(), '{'));
  const std::size_t rows = std::min(braces, m_header.size() / leastEntryBytes + 1);
  m_reading.tensors.reserve(rows, m_header.size() - std::min(m_header.size(), rows * 40), rows * 2);
}

bool FastReader::read() {
  const std::size_t start = m_header.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || m_header[start] != '{') {
    return false;
  }
  reserve();
  // A thread that reads one shard after another need not have its buffers made anew; those of a
  // large header are not kept.
  constexpr std::size_t mostKept = std::size_t{1} << 20U;
  thread_local ondemand::parser kept;
  ondemand::parser own;
  ondemand::parser& parser = m_header.size() <= mostKept ? kept : own;
  ondemand::document document;
  ondemand::object object;
  if (parser.iterate(simdjson::padded_string_view(m_header.data(), m_header.size(),
                                                  m_header.size() + headerPaddingBytes))
              .get(document) != simdjson::SUCCESS ||
      document.get_object().get(object) != simdjson::SUCCESS) {
    return false;
  }
  for (auto result : object) {
    ondemand::field member;
    if (std::move(result).get(member) != simdjson::SUCCESS || !readMember(member)) {
      return false;
    }
  }
  // Past the last token: nothing but blanks follows.
  return document.current_location().error() == simdjson::OUT_OF_BOUNDS;
}

bool FastReader::readMember(ondemand::field& member) {
  std::string_view name;
  if (!readText(member.key().raw(), m_nameScratch, name)) {
    return false;
  }
  if (name == "__metadata__") {
    return readMetadata(member.value());
  }
  ondemand::object entry;
  if (member.value().get_object().get(entry) != simdjson::SUCCESS || !readEntry(entry)) {
    return false;
  }
  m_entry.name = name;
  m_reading.tensors.add(m_entry, 0);
  return true;
}

bool FastReader::readMetadata(ondemand::value value) {
  ondemand::object object;
  if (m_hasMetadata || value.get_object().get(object) != simdjson::SUCCESS) {
    return false;
  }
  m_hasMetadata = true;
  for (auto result : object) {
    ondemand::field field;
    ondemand::raw_json_string raw;
    std::string_view key;
    std::string_view text;
    if (std::move(result).get(field) != simdjson::SUCCESS ||
        !readText(field.key().raw(), m_nameScratch, key) ||
        field.value().get_raw_json_string().get(raw) != simdjson::SUCCESS ||
        !readText(raw.raw(), m_valueScratch, text)) {
      return false;
    }
    m_reading.metadata.emplace_back(key, text);
  }
  return true;
}

bool FastReader::readEntry(ondemand::object entry) {
  unsigned seen = 0;
  for (auto result : entry) {
    ondemand::field field;
    if (std::move(result).get(field) != simdjson::SUCCESS || !readField(field, seen)) {
      return false;
    }
  }
  return seen == 7;
}

/// `seen` has one bit a field: none may come twice.
bool FastReader::readField(ondemand::field& field, unsigned& seen) {
  const char* key = field.key().raw();
  const auto left = static_cast<std::size_t>(m_header.data() + m_header.size() - key);
  const auto is = [&](std::string_view name) {
    return left > name.size() && std::memcmp(key, name.data(), name.size()) == 0;
  };
  const unsigned bit = is("dtype\"") ? 1U : is("shape\"") ? 2U : is("data_offsets\"") ? 4U : 0U;
  if (bit == 0 || (seen & bit) != 0) {
    return false;
  }
  seen |= bit;
  if (bit == 1) {
    return readDtype(field.value());
  }
  ondemand::array array;
  if (field.value().get_array().get(array) != simdjson::SUCCESS) {
    return false;
  }
  return bit == 2 ? readShape(array) : readOffsets(array);
}

bool FastReader::readDtype(ondemand::value value) {
  ondemand::raw_json_string raw;
  std::string_view text;
  if (value.get_raw_json_string().get(raw) != simdjson::SUCCESS ||
      !readText(raw.raw(), m_valueScratch, text)) {
    return false;
  }
  if (m_entry.dtype != Dtype::Unknown && text == m_entry.dtypeText) {
    return true; // as the tensor before
  }
  m_entry.dtype = dtypeFromName(text);
  m_entry.dtypeText = dtypeName(m_entry.dtype);
  return m_entry.dtype != Dtype::Unknown;
}

bool FastReader::readShape(ondemand::array array) {
  m_shape.clear();
  for (auto element : array) {
    std::uint64_t dim = 0;
    if (element.get_uint64().get(dim) != simdjson::SUCCESS) {
      return false;
    }
    m_shape.push_back(dim);
  }
  m_entry.shape = m_shape;
  return true;
}

bool FastReader::readOffsets(ondemand::array array) {
  std::array<std::uint64_t, 2> offsets{};
  std::size_t count = 0;
  for (auto element : array) {
    if (count == 2 || element.get_uint64().get(offsets[count]) != simdjson::SUCCESS) {
      return false;
    }
    ++count;
  }
  m_entry.dataOffsets = {offsets[0], offsets[1]};
  return count == 2;
}

} // namespace

std::optional<HeaderReading> readHeaderFast(std::string_view header) {
  FastReader reader(header);
  if (!reader.read()) {
    return std::nullopt;
  }
  return reader.take();
}

} // namespace assay
