#include "core/checkpoint/tensor_entry.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace assay {
namespace {

constexpr std::array<std::string_view, 3> fieldNames{"dtype", "shape", "data_offsets"};

/// Reads one entry. Every member returns false once a fault ends the reading of the entry.
class EntryReader {
 public:
  EntryReader(JsonScanner& scanner, TensorEntry& entry) : m_scanner(scanner), m_entry(entry) {}

  bool read();

 private:
  bool readMembers();
  bool readElements();
  bool readField(std::size_t field);
  bool readDtype();
  bool readDtypeMap();
  bool readShape();
  bool readOffsets();
  bool readSize(std::uint64_t& value);

  bool fail(std::string reason, std::size_t index) {
    note(std::move(reason), index);
    m_entry.usable = false;
    return false;
  }
  void note(std::string reason, std::size_t index) {
    if (!m_entry.fault) {
      m_entry.fault = JsonFault{std::move(reason), index};
    }
  }
  /// "invalid type: integer `1`, expected ..." for the value that is next.
  bool failType(std::string_view expected) {
    m_scanner.skipBlanks();
    const std::size_t at = m_scanner.index();
    const std::string found = m_scanner.describeValue().value_or("");
    return fail(fmt::format("invalid type: {}, expected {}", found, expected), at);
  }
  bool skip() { return m_scanner.skipValue(0).has_value(); }
  // The text is well-formed: these cannot fail.
  bool moreMembers(bool first) { return m_scanner.moreMembers(first).value_or(false); }
  bool moreElements(bool first) { return m_scanner.moreElements(first).value_or(false); }
  void readKey(std::string& key) {
    (void)m_scanner.readString(key);
    (void)m_scanner.readColon();
  }
  /// Counts the elements from here to the end of the array, `seen` of which are passed.
  std::size_t countRest(std::size_t seen);

  JsonScanner& m_scanner;
  TensorEntry& m_entry;
};

bool EntryReader::read() {
  switch (m_scanner.skipBlanks()) {
  case '{':
    return readMembers();
  case '[':
    return readElements();
  default:
    return failType("struct TensorInfo");
  }
}

bool EntryReader::readMembers() {
  const std::size_t start = m_scanner.index();
  m_scanner.advance();
  std::array<bool, 3> seen{};
  std::string key;
  for (bool first = true; moreMembers(first); first = false) {
    const std::size_t keyAt = m_scanner.index();
    readKey(key);
    std::size_t field = 0;
    while (field < 3 && fieldNames[field] != key) {
      ++field;
    }
    if (field < 3 && seen[field]) {
      return fail(fmt::format("duplicate field `{}`", key), keyAt);
    }
    if (field == 3) {
      skip(); // keys that are not known are allowed
    } else if (seen[field] = true; !readField(field)) {
      return false;
    }
  }
  m_scanner.advance();
  for (std::size_t field = 0; field < 3; ++field) {
    if (!seen[field]) {
      return fail(fmt::format("missing field `{}`", fieldNames[field]), start);
    }
  }
  return true;
}

bool EntryReader::readElements() {
  const std::size_t start = m_scanner.index();
  m_scanner.advance();
  for (std::size_t field = 0; field < 3; ++field) {
    if (!moreElements(field == 0)) {
      return fail(
          fmt::format("invalid length {}, expected struct TensorInfo with 3 elements", field),
          start);
    }
    if (!readField(field)) {
      return false;
    }
  }
  const std::size_t count = countRest(3);
  return count == 3 ||
         fail(fmt::format("invalid length {}, expected 3 elements in sequence", count), start);
}

std::size_t EntryReader::countRest(std::size_t seen) {
  for (; moreElements(seen == 0); ++seen) {
    skip();
  }
  m_scanner.advance();
  return seen;
}

bool EntryReader::readField(std::size_t field) {
  switch (field) {
  case 0:
    return readDtype();
  case 1:
    return readShape();
  default:
    return readOffsets();
  }
}

bool EntryReader::readDtype() {
  const int next = m_scanner.skipBlanks();
  if (next == '{') {
    return readDtypeMap();
  }
  if (next != '"') {
    return failType("string or map");
  }
  const std::size_t at = m_scanner.index();
  (void)m_scanner.readString(m_entry.dtypeText);
  m_entry.dtype = dtypeFromName(m_entry.dtypeText);
  if (m_entry.dtype == Dtype::Unknown) {
    std::string expected;
    for (const DtypeFacts& facts : allDtypes()) {
      expected += fmt::format("{}`{}`", expected.empty() ? "" : ", ", facts.name);
    }
    note(fmt::format("unknown variant `{}`, expected one of {}", m_entry.dtypeText, expected), at);
  }
  return true;
}

bool EntryReader::readDtypeMap() {
  // An enumeration's other spelling: {"F32": null}.
  const std::size_t start = m_scanner.index();
  m_scanner.advance();
  if (!moreMembers(true)) {
    return fail("invalid value: map, expected map with a single key", start);
  }
  const std::size_t keyAt = m_scanner.index();
  std::string key;
  readKey(key);
  m_scanner.skipBlanks();
  const std::size_t valueAt = m_scanner.index();
  skip();
  if (moreMembers(false)) {
    return fail("invalid value: map, expected map with a single key", start);
  }
  const std::size_t behind = m_scanner.index() + 1;
  m_scanner.moveTo(keyAt);
  readDtype();
  m_scanner.moveTo(valueAt);
  if (m_scanner.peek() != 'n' && m_entry.dtype != Dtype::Unknown) {
    return failType("unit");
  }
  m_scanner.moveTo(behind);
  return true;
}

bool EntryReader::readShape() {
  if (m_scanner.skipBlanks() != '[') {
    return failType("a sequence");
  }
  m_scanner.advance();
  for (bool first = true; moreElements(first); first = false) {
    std::uint64_t dim = 0;
    if (!readSize(dim)) {
      return false;
    }
    m_entry.shape.push_back(dim);
  }
  m_scanner.advance();
  return true;
}

bool EntryReader::readOffsets() {
  if (m_scanner.skipBlanks() != '[') {
    return failType("a tuple of size 2");
  }
  const std::size_t start = m_scanner.index();
  m_scanner.advance();
  for (std::size_t i = 0; i < 2; ++i) {
    if (!moreElements(i == 0)) {
      return fail(fmt::format("invalid length {}, expected a tuple of size 2", i), start);
    }
    if (!readSize(i == 0 ? m_entry.dataOffsets.begin : m_entry.dataOffsets.end)) {
      return false;
    }
  }
  const std::size_t count = countRest(2);
  return count == 2 ||
         fail(fmt::format("invalid length {}, expected 2 elements in sequence", count), start);
}

bool EntryReader::readSize(std::uint64_t& value) {
  const int next = m_scanner.skipBlanks();
  const std::size_t at = m_scanner.index();
  if (next != '-' && (next < '0' || next > '9')) {
    return failType("usize");
  }
  const Scan<JsonNumber> number = m_scanner.readNumber();
  if (number && number->kind == JsonNumber::Kind::Unsigned) {
    value = number->unsignedValue;
    return true;
  }
  if (number && number->kind == JsonNumber::Kind::Signed) {
    return fail(fmt::format("invalid value: integer `{}`, expected usize", number->signedValue),
                at);
  }
  m_scanner.moveTo(at);
  return failType("usize");
}

} // namespace

void readTensorEntry(JsonScanner& scanner, TensorEntry& entry) {
  entry.dtype = Dtype::Unknown;
  entry.dtypeText.clear();
  entry.shape.clear();
  entry.dataOffsets = {};
  entry.fault.reset();
  entry.usable = true;
  const std::size_t start = scanner.index();
  if (!EntryReader(scanner, entry).read()) {
    scanner.moveTo(start);
    (void)scanner.skipValue(0);
  }
}

} // namespace assay
