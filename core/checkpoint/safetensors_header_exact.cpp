#include "core/base/number_text.h"
#include "core/checkpoint/json_scanner.h"
#include "core/checkpoint/safetensors_header.h"
#include "core/checkpoint/tensor_entry.h"
#include "core/checkpoint/utf8_fault.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

constexpr std::string_view metadataName = "__metadata__";

/// Two walks over the text. The first checks the grammar and reads the metadata, in the order in
/// which the reference does; it keeps nothing of the entries, so that hostile nesting costs no
/// memory. The second, over text now known to be well-formed, reads the entries: the reference
/// judges their types only after the closing brace.
class ExactReader {
 public:
  ExactReader(std::string_view header, FindingList& findings)
      : m_header(header), m_scanner(header), m_findings(findings) {}

  HeaderReading read();

 private:
  Scan<void> readGrammar();
  Scan<void> readTopLevel();
  Scan<void> readMetadata();
  Scan<void> readMetadataValue(std::string key);
  Scan<void> skipSecondMetadata();
  Scan<void> refuseMetadata(std::string_view expected, std::string_view key);
  void readEntries();
  void addEntry(const std::string& name, std::size_t position, const TensorEntry& entry);
  void refuseJson(const JsonFault& fault, std::size_t position);
  void explainRefusal(const JsonFault& fault);
  void giveUp(const JsonFault& fault);

  std::string_view m_header;
  JsonScanner m_scanner;
  FindingList& m_findings;
  HeaderReading m_reading;
  bool m_hasMetadata = false;
  std::size_t m_objectEnd = 0; ///< behind the closing brace, 0 before it was reached
};

/// The byte that a fault is about: the last that was passed.
std::uint64_t faultPosition(const JsonFault& fault) {
  return headerStart + (fault.index == 0 ? 0 : fault.index - 1);
}

HeaderReading ExactReader::read() {
  if (const auto fault = findUtf8Fault(m_header)) {
    const std::uint64_t position = headerStart + fault->validUpTo;
    m_reading.readable = false;
    m_reading.refusal =
        ReferenceVerdict{ReferenceError::InvalidHeader, utf8FaultText(*fault), position};
    if (m_findings.wants(FindingCode::InvalidUtf8)) {
      m_findings.add({.code = FindingCode::InvalidUtf8,
                      .position = position,
                      .title = "The header cannot be read",
                      .message = fmt::format("The header is not UTF-8: {} (byte {} of the file).",
                                             utf8FaultText(*fault), groupedText(position))});
    }
    return std::move(m_reading);
  }
  const Scan<void> grammar = readGrammar();
  if (m_scanner.refusal()) {
    refuseJson(*m_scanner.refusal(), faultPosition(*m_scanner.refusal()) - headerStart);
  }
  if (m_objectEnd != 0) {
    m_reading.readable = grammar.has_value();
    readEntries();
  }
  if (!grammar) {
    giveUp(grammar.error());
  } else if (m_scanner.refusal()) {
    explainRefusal(*m_scanner.refusal());
  }
  return std::move(m_reading);
}

void ExactReader::refuseJson(const JsonFault& fault, std::size_t position) {
  if (!m_reading.refusal) {
    m_reading.refusal = ReferenceVerdict{ReferenceError::InvalidHeaderDeserialization,
                                         faultText(fault, m_header), headerStart + position};
  }
}

void ExactReader::explainRefusal(const JsonFault& fault) {
  const bool tooDeep = fault.reason == "recursion limit exceeded";
  if (!tooDeep && fault.reason != "number out of range") {
    return; // the metadata's, which has its finding
  }
  if (m_findings.wants(FindingCode::BadEntry)) {
    m_findings.add({.code = FindingCode::BadEntry,
                    .position = faultPosition(fault),
                    .title = "The header holds what loaders refuse to read",
                    .message = fmt::format(
                        "At byte {} of the file {}. The tensors can be read; loaders reject the "
                        "file.",
                        groupedText(faultPosition(fault)),
                        tooDeep ? "brackets are nested more than 127 deep"
                                : "stands a number beyond the range of a 64-bit float")});
  }
}

void ExactReader::giveUp(const JsonFault& fault) {
  refuseJson(fault, faultPosition(fault) - headerStart);
  m_reading.readable = false;
  m_reading.tensors = {};
  m_reading.metadata.clear();
  if (m_findings.wants(FindingCode::InvalidJson)) {
    m_findings.add(
        {.code = FindingCode::InvalidJson,
         .position = faultPosition(fault),
         .title = "The header cannot be read",
         .message = fmt::format("The header is not a JSON object: {} (byte {} of the "
                                "file). Get the file again from where it came from.",
                                faultText(fault, m_header), groupedText(faultPosition(fault)))});
  }
}

Scan<void> ExactReader::readGrammar() {
  if (auto ok = readTopLevel(); !ok) {
    return ok;
  }
  if (m_scanner.skipBlanks() != JsonScanner::end) {
    return m_scanner.faultNext("trailing characters");
  }
  return {};
}

Scan<void> ExactReader::readTopLevel() {
  const int next = m_scanner.skipBlanks();
  if (next == JsonScanner::end) {
    return m_scanner.faultNext("EOF while parsing a value");
  }
  if (next != '{') {
    const Scan<std::string> found = m_scanner.describeValue();
    if (!found) {
      return tl::unexpected(found.error());
    }
    return m_scanner.faultHere(
        fmt::format("invalid type: {}, expected struct HashMetadata", *found));
  }
  m_scanner.advance();
  std::string key;
  for (bool first = true;; first = false) {
    const Scan<bool> more = m_scanner.moreMembers(first);
    if (!more) {
      return tl::unexpected(more.error());
    }
    if (!*more) {
      break;
    }
    if (auto ok = m_scanner.readString(key); !ok) {
      return ok;
    }
    Scan<void> ok =
        key == metadataName ? readMetadata() : m_scanner.readColon().and_then([&]() -> Scan<void> {
          return m_scanner.skipValue(1);
        });
    if (!ok) {
      return ok;
    }
  }
  m_scanner.advance();
  m_objectEnd = m_scanner.index();
  return {};
}

Scan<void> ExactReader::skipSecondMetadata() {
  m_scanner.skipBlanks();
  m_scanner.refuse({fmt::format("duplicate field `{}`", metadataName), m_scanner.index()});
  if (m_findings.wants(FindingCode::DuplicateName)) {
    m_findings.add({.code = FindingCode::DuplicateName,
                    .position = headerStart + m_scanner.index(),
                    .title = "The metadata stands twice in the header",
                    .message = "The first one is shown. Loaders reject the file."});
  }
  if (auto ok = m_scanner.readColon(); !ok) {
    return ok;
  }
  return m_scanner.skipValue(1);
}

Scan<void> ExactReader::readMetadata() {
  if (m_hasMetadata) {
    return skipSecondMetadata();
  }
  m_hasMetadata = true;
  if (auto ok = m_scanner.readColon(); !ok) {
    return ok;
  }
  const int next = m_scanner.skipBlanks();
  if (next == 'n') {
    return m_scanner.readWord("null");
  }
  if (next == JsonScanner::end) {
    return m_scanner.faultNext("EOF while parsing a value");
  }
  if (next != '{') {
    return refuseMetadata("a map", metadataName);
  }
  m_scanner.advance();
  std::string key;
  for (bool first = true;; first = false) {
    const Scan<bool> more = m_scanner.moreMembers(first);
    if (!more) {
      return tl::unexpected(more.error());
    }
    if (!*more) {
      m_scanner.advance();
      return {};
    }
    if (auto ok = m_scanner.readString(key); !ok) {
      return ok;
    }
    if (auto ok = m_scanner.readColon(); !ok) {
      return ok;
    }
    if (auto ok = readMetadataValue(std::move(key)); !ok) {
      return ok;
    }
  }
}

Scan<void> ExactReader::readMetadataValue(std::string key) {
  const int next = m_scanner.skipBlanks();
  if (next == JsonScanner::end) {
    return m_scanner.faultNext("EOF while parsing a value");
  }
  if (next != '"') {
    return refuseMetadata("a string", key);
  }
  std::string value;
  if (auto ok = m_scanner.readString(value); !ok) {
    return ok;
  }
  m_reading.metadata.emplace_back(std::move(key), std::move(value));
  return {};
}

Scan<void> ExactReader::refuseMetadata(std::string_view expected, std::string_view key) {
  const std::size_t start = m_scanner.index();
  const Scan<std::string> found = m_scanner.describeValue();
  if (!found) {
    return tl::unexpected(found.error());
  }
  m_scanner.refuse(
      {fmt::format("invalid type: {}, expected {}", *found, expected), m_scanner.index()});
  m_scanner.moveTo(start);
  if (auto ok = m_scanner.skipValue(2); !ok) {
    return ok;
  }
  // Shown as it stands in the file: a person can still read it.
  const std::string_view raw = m_header.substr(start, m_scanner.index() - start);
  m_reading.metadata.emplace_back(key, raw);
  if (m_findings.wants(FindingCode::MetadataNotString)) {
    m_findings.add(
        {.code = FindingCode::MetadataNotString,
         .position = headerStart + start,
         .title = "Metadata that is not text",
         .message = fmt::format("The value of “{}” at byte {} is {}, not {}. Loaders reject the "
                                "file; its tensors can be read.",
                                key, groupedText(headerStart + start), *found, expected)});
  }
  return {};
}

void ExactReader::readEntries() {
  m_scanner.moveTo(0);
  m_scanner.skipBlanks();
  m_scanner.advance();
  std::string name;
  TensorEntry entry;
  for (bool first = true; m_scanner.moreMembers(first).value_or(false); first = false) {
    const std::size_t nameAt = m_scanner.index();
    (void)m_scanner.readString(name);
    (void)m_scanner.readColon();
    if (name == metadataName) {
      (void)m_scanner.skipValue(1);
    } else {
      readTensorEntry(m_scanner, entry);
      addEntry(name, nameAt, entry);
    }
  }
}

void ExactReader::addEntry(const std::string& name, std::size_t position,
                           const TensorEntry& entry) {
  if (entry.fault) {
    refuseJson({entry.fault->reason, m_objectEnd}, entry.fault->index);
  }
  if (!m_reading.readable) {
    return; // only the verdict is wanted
  }
  if (entry.usable) {
    TensorInfo info;
    info.name = name;
    info.dtype = entry.dtype;
    info.dtypeText = entry.dtypeText;
    info.shape = entry.shape;
    info.dataOffsets = entry.dataOffsets;
    m_reading.tensors.add(info, 0);
    return;
  }
  m_reading.entriesLeftOut = true;
  if (m_findings.wants(FindingCode::BadEntry)) {
    m_findings.add(
        {.code = FindingCode::BadEntry,
         .tensor = name,
         .position = headerStart + entry.fault->index,
         .title = "A header entry that cannot be read",
         .message = fmt::format("The entry of “{}” at byte {}: {}. It is left out; "
                                "loaders reject the file.",
                                name, groupedText(headerStart + position), entry.fault->reason)});
  }
}

} // namespace

HeaderReading readHeaderExactly(std::string_view header, FindingList& findings) {
  return ExactReader(header, findings).read();
}

} // namespace assay
