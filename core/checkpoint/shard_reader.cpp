#include "core/checkpoint/shard_reader.h"

#include "core/base/checked.h"
#include "core/base/number_text.h"
#include "core/checkpoint/content_sniffer.h"
#include "core/checkpoint/duplicate_names.h"
#include "core/checkpoint/header_text.h"
#include "core/checkpoint/layout_check.h"
#include "core/checkpoint/reference_rules.h"
#include "core/checkpoint/safetensors_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <span>
#include <utility>

namespace assay {
namespace {

/// No header that is longer is read, whatever the file's size: the JSON index is of 32 bits.
constexpr std::uint64_t mostHeaderBytes = 4'000'000'000;

/// Metadata above this size is worth a note: every loader reads it whole.
constexpr std::size_t largeMetadataBytes = 1'000'000;

class ShardReader {
 public:
  ShardReader(std::shared_ptr<const FileBytes> file, const std::filesystem::path& path,
              std::string fileName, const StopToken& stop)
      : m_file(std::move(file)), m_stop(stop), m_findings(fileName) {
    m_reading.shard.path = path;
    m_reading.shard.fileName = std::move(fileName);
    m_reading.shard.bytes = m_file->size();
    m_reading.shard.file = m_file;
  }

  Result<ShardReading> read();

 private:
  Result<void> readStart();
  Result<void> readHeaderAt(std::uint64_t length);
  void takeHeader(HeaderReading header, std::string_view text);
  void reportWrongFile();
  void reportCutHeader(std::uint64_t length);
  void reportOverLimit(std::uint64_t length, bool readable);
  void reportDuplicates(TensorTableBuilder& tensors);
  void reportNoTensors();
  void reportPadding(std::string_view text);
  void reportMetadataSize();
  void add(Finding finding) {
    if (m_findings.wants(finding.code)) {
      m_findings.add(std::move(finding));
    }
  }

  /// Whether what follows the length could be the start of a header; a file that ends there could.
  [[nodiscard]] bool headerFollows() const {
    const std::string_view text =
        std::string_view(m_start).substr(std::min<std::size_t>(headerStart, m_start.size()));
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    return at == std::string_view::npos || text[at] == '{';
  }
  [[nodiscard]] std::optional<std::uint64_t> headerLength() const;

  std::shared_ptr<const FileBytes> m_file;
  const StopToken& m_stop;
  FindingList m_findings;
  ShardReading m_reading;
  std::string m_start; ///< the first bytes of the file
};

Result<void> ShardReader::readStart() {
  m_start.resize(static_cast<std::size_t>(std::min<std::uint64_t>(m_file->size(), sniffedBytes)));
  const auto bytes = std::as_writable_bytes(std::span(m_start));
  if (auto ok = m_file->read(0, bytes); !ok) {
    return ok;
  }
  const auto shown = bytes.first(std::min<std::size_t>(bytes.size(), 64));
  m_reading.shard.firstBytes.assign(shown.begin(), shown.end());
  return {};
}

std::optional<std::uint64_t> ShardReader::headerLength() const {
  if (m_start.size() < headerStart) {
    return std::nullopt;
  }
  std::uint64_t length = 0;
  for (unsigned i = 0; i < headerStart; ++i) {
    length |= std::uint64_t{static_cast<unsigned char>(m_start[i])} << (8 * i);
  }
  return length;
}

Result<ShardReading> ShardReader::read() {
  if (auto ok = readStart(); !ok) {
    return fail(ok.error());
  }
  const auto length = headerLength();
  Shard& shard = m_reading.shard;
  if (auto refusal = judgeHeaderLength(length, shard.bytes)) {
    shard.reference = *std::move(refusal);
  }
  const bool complete = length && *length <= shard.bytes - headerStart;
  const bool plausible = length && *length != 0 && *length <= mostHeaderBytes && headerFollows();
  if (complete && (plausible || *length <= referenceHeaderLimit)) {
    if (auto ok = readHeaderAt(*length); !ok) {
      return fail(ok.error());
    }
  } else if (plausible) {
    reportCutHeader(*length);
  } else if (complete && headerFollows() && !sniffContent(m_start, shard.bytes)) {
    reportOverLimit(*length, false);
  } else {
    reportWrongFile();
  }
  m_reading.findings = m_findings.take(!shard.reference.accepts());
  return std::move(m_reading);
}

Result<void> ShardReader::readHeaderAt(std::uint64_t length) {
  Result<HeaderText> text = HeaderText::read(*m_file, length, m_stop);
  if (!text) {
    return fail(text.error());
  }
  FindingList findings(m_reading.shard.fileName);
  HeaderReading header = readHeader(text->text(), findings);
  if (!header.readable && (length == 0 || !headerFollows()) &&
      sniffContent(m_start, m_reading.shard.bytes)) {
    // What looked like a length is the start of something else, such as zeros.
    if (m_reading.shard.reference.accepts()) {
      m_reading.shard.reference = *std::move(header.refusal);
    }
    reportWrongFile();
    return {};
  }
  m_findings = std::move(findings);
  takeHeader(std::move(header), text->text());
  return {};
}

void ShardReader::takeHeader(HeaderReading header, std::string_view text) {
  Shard& shard = m_reading.shard;
  const std::uint64_t length = *headerLength();
  shard.headerLength = length;
  shard.dataStart = headerStart + length;
  shard.readable = header.readable;
  if (length > referenceHeaderLimit) {
    reportOverLimit(length, header.readable);
  }
  if (shard.reference.accepts() && header.refusal) {
    shard.reference = *std::move(header.refusal);
  }
  if (!header.readable) {
    return;
  }
  shard.metadata = std::move(header.metadata);
  reportDuplicates(header.tensors);
  if (header.tensors.sortByOffset()) {
    add({.code = FindingCode::OutOfOrder,
         .position = headerStart,
         .title = "The header is not in the order of the data",
         .message = "Its entries stand in another order than their bytes. Loaders take it; a few "
                    "that expect the last entry to end the file do not."});
  }
  header.tensors.setDataStart(*shard.dataStart);
  shard.dataBytesDescribed =
      checkLayout(header.tensors, *shard.dataStart, shard.bytes, !header.entriesLeftOut, m_findings)
          .dataEnd;
  if (shard.reference.accepts()) {
    shard.reference = judgeTensors(header.tensors.rows(), *shard.dataStart, shard.bytes);
  }
  if (header.tensors.rows().empty() && !header.entriesLeftOut) {
    reportNoTensors();
  }
  reportPadding(text);
  reportMetadataSize();
  m_reading.table = header.tensors.build();
}

void ShardReader::reportWrongFile() {
  const auto known = sniffContent(m_start, m_reading.shard.bytes);
  Finding finding = known ? *known : unknownContent(m_start, m_reading.shard.bytes);
  const auto length = headerLength();
  if (!known && length && m_start.size() > headerStart && headerFollows()) {
    // A header behind a length that cannot be: say so, it is nearly a checkpoint.
    const bool swapped = __builtin_bswap64(*length) <= m_reading.shard.bytes - headerStart;
    finding.message += fmt::format(
        " A header seems to follow, but its length is given as {}{}.", countText(*length, "byte"),
        swapped ? ": the eight bytes stand in the wrong order (highest first)" : "");
  }
  add(std::move(finding));
}

void ShardReader::reportCutHeader(std::uint64_t length) {
  Shard& shard = m_reading.shard;
  shard.headerLength = length;
  shard.dataStart = headerStart + length;
  if (length > referenceHeaderLimit) {
    reportOverLimit(length, false);
  }
  add({.code = FindingCode::Truncated,
       .position = shard.bytes,
       .title = "Download is incomplete",
       .message = fmt::format("The file ends inside its header: the header takes {}, of which {} "
                              "are there. Download the file again, or resume the transfer.",
                              countText(length, "byte"), groupedText(shard.bytes - headerStart))});
}

void ShardReader::reportOverLimit(std::uint64_t length, bool readable) {
  add({.code = FindingCode::HeaderOverReferenceLimit,
       .position = 0,
       .title = "The header is longer than loaders allow",
       .message = fmt::format(
           "It takes {}; the reference stops at {}. {}", countText(length, "byte"),
           groupedText(referenceHeaderLimit),
           readable ? "It is read here all the same. Split the checkpoint into shards for others."
                    : "It is not read here either.")});
}

void ShardReader::reportDuplicates(TensorTableBuilder& tensors) {
  for (const DuplicateName& duplicate : findDuplicateNames(tensors.rows())) {
    tensors.setSuperseded(duplicate.row);
    if (!m_findings.wants(FindingCode::DuplicateName)) {
      continue;
    }
    const TensorInfo first = tensors.rows().at(duplicate.row);
    const TensorInfo last = tensors.rows().at(duplicate.replacedBy);
    m_findings.add(
        {.code = FindingCode::DuplicateName,
         .tensor = std::string(first.name),
         .position = checkedAdd(*m_reading.shard.dataStart, first.dataOffsets.begin),
         .title = "A name stands twice in the header",
         .message = fmt::format(
             "“{}” is given the data bytes [{}, {}) and later [{}, {}). Loaders "
             "take the later entry and do not see the first.",
             first.name, groupedText(first.dataOffsets.begin), groupedText(first.dataOffsets.end),
             groupedText(last.dataOffsets.begin), groupedText(last.dataOffsets.end))});
  }
}

void ShardReader::reportNoTensors() {
  const std::size_t entries = m_reading.shard.metadata.size();
  add({.code = FindingCode::NoTensors,
       .position = headerStart,
       .title = "This file has no tensors",
       .message = fmt::format("{} {} metadata {}, no data.",
                              m_reading.shard.reference.accepts() ? "It is valid:" : "It holds",
                              groupedText(entries), entries == 1 ? "entry" : "entries")});
}

void ShardReader::reportPadding(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t before = text.find_first_not_of(blanks);
  const std::string_view after = text.substr(text.find_last_not_of(blanks) + 1);
  if (before != 0) {
    add({.code = FindingCode::HeaderPadding,
         .position = headerStart,
         .title = "Blanks before the header",
         .message = fmt::format("The header begins with {}. The format says it must begin with "
                                "{{; some loaders do not take it.",
                                countText(before, "blank"))});
  }
  if (after.size() > 7 || after.find_first_not_of(' ') != std::string_view::npos) {
    add({.code = FindingCode::HeaderPadding,
         .position = headerStart + (text.size() - after.size()),
         .title = "Unusual padding behind the header",
         .message = fmt::format("The header ends with {}{}. Loaders take it.",
                                countText(after.size(), "blank"),
                                after.find_first_not_of(' ') == std::string_view::npos
                                    ? ", more than alignment to 8 bytes needs"
                                    : ", not all of them spaces")});
  }
}

void ShardReader::reportMetadataSize() {
  std::size_t bytes = 0;
  for (const auto& [key, value] : m_reading.shard.metadata) {
    bytes += key.size() + value.size();
  }
  if (bytes >= largeMetadataBytes) {
    add({.code = FindingCode::LargeMetadata,
         .position = headerStart,
         .title = fmt::format("{} of metadata", sizeText(bytes)),
         .message = fmt::format("The metadata takes {}; every loader reads it before the first "
                                "tensor.",
                                countText(bytes, "byte"))});
  }
}

} // namespace

Result<ShardReading> readShard(const std::filesystem::path& path, std::string fileName,
                               const StopToken& stop) {
  try {
    auto file = FileBytes::open(path);
    if (!file) {
      return fail(file.error());
    }
    return ShardReader(*std::move(file), path, std::move(fileName), stop).read();
  } catch (const std::bad_alloc&) {
    return fail({.code = ErrorCode::OutOfMemory, .subject = path.string()});
  }
}

} // namespace assay
