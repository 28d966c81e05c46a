#include "core/checkpoint/layout_check.h"

#include "core/base/checked.h"
#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>

namespace assay {
namespace {

std::string rangeText(const ByteRange& range) {
  return fmt::format("[{}, {})", groupedText(range.begin), groupedText(range.end));
}

class LayoutCheck {
 public:
  LayoutCheck(TensorTableBuilder& tensors, std::uint64_t dataStart, std::uint64_t fileBytes,
              bool complete, FindingList& findings)
      : m_tensors(tensors), m_dataStart(dataStart), m_fileBytes(fileBytes), m_complete(complete),
        m_findings(findings) {}

  LayoutFacts run();

 private:
  void checkRow(std::size_t row);
  void checkSize(std::size_t row, const TensorInfo& info);
  void reportReversed(const TensorInfo& info);
  void checkPlace(const TensorInfo& info);
  void checkAlignment(const TensorInfo& info);
  void countUnknownDtype(const TensorInfo& info);
  void reportUnknownDtypes();
  void reportAlignment();
  void reportEnd();
  [[nodiscard]] TensorState stateOf(const TensorInfo& info) const;

  template<typename MakeFinding>
  void report(FindingCode code, const TensorInfo& info, MakeFinding make) {
    if (m_findings.wants(code)) {
      Finding finding = make();
      finding.code = code;
      finding.tensor = std::string(info.name);
      finding.position = info.fileRange.begin;
      m_findings.add(std::move(finding));
    }
  }

  struct Spelling {
    std::uint64_t count = 0;
    std::string firstName{};
    std::uint64_t firstPosition = 0;
  };

  TensorTableBuilder& m_tensors;
  std::uint64_t m_dataStart;
  std::uint64_t m_fileBytes;
  bool m_complete;
  FindingList& m_findings;
  LayoutFacts m_facts;
  std::uint64_t m_due = 0; ///< where the next tensor must begin
  ByteRange m_previous;    ///< the last tensor that was not empty
  std::uint64_t m_unaligned = 0;
  std::string m_firstUnaligned;
  std::uint64_t m_firstUnalignedAt = 0;
  std::map<std::string, Spelling, std::less<>> m_unknown;
  std::uint64_t m_moreUnknown = 0; ///< tensors of spellings past the first few
};

LayoutFacts LayoutCheck::run() {
  for (std::size_t row = 0; row < m_tensors.rows().size() && m_complete; ++row) {
    const ByteRange range = m_tensors.rows().at(row).dataOffsets;
    m_complete = range.begin <= range.end;
  }
  for (std::size_t row = 0; row < m_tensors.rows().size(); ++row) {
    checkRow(row);
  }
  reportUnknownDtypes();
  reportAlignment();
  reportEnd();
  return m_facts;
}

void LayoutCheck::checkRow(std::size_t row) {
  const TensorInfo info = m_tensors.rows().at(row);
  const TensorState state = stateOf(info);
  m_tensors.setState(row, state);
  if (info.superseded) {
    const auto bytes = info.elements() ? bytesFor(info.dtype, *info.elements()) : std::nullopt;
    m_tensors.setSizeMatches(row, bytes == info.dataOffsets.size());
    return;
  }
  m_facts.unreadable += state == TensorState::Present ? 0U : 1U;
  if (info.dataOffsets.end < info.dataOffsets.begin) {
    m_tensors.setSizeMatches(row, false);
    reportReversed(info);
    return;
  }
  checkSize(row, info);
  checkPlace(info);
  checkAlignment(info);
}

TensorState LayoutCheck::stateOf(const TensorInfo& info) const {
  const ByteRange& range = info.fileRange;
  if (info.dataOffsets.end < info.dataOffsets.begin || range.begin > m_fileBytes ||
      (range.begin == m_fileBytes && !info.dataOffsets.empty())) {
    return TensorState::BeyondEnd;
  }
  // The sum in fileRange stops at 2^64 - 1; no file is that long.
  return range.end <= m_fileBytes ? TensorState::Present : TensorState::Partial;
}

void LayoutCheck::checkSize(std::size_t row, const TensorInfo& info) {
  if (info.dtype == Dtype::Unknown) {
    countUnknownDtype(info);
    return;
  }
  const auto elements = info.elements();
  const auto bits = elements ? checkedMul(*elements, dtypeFacts(info.dtype).bits) : std::nullopt;
  const std::uint64_t bytes = info.dataOffsets.size();
  const bool matches = bits && *bits % 8 == 0 && *bits / 8 == bytes;
  m_tensors.setSizeMatches(row, matches);
  if (matches) {
    return;
  }
  if (!bits) {
    report(FindingCode::Overflow, info, [&] {
      return Finding{.title = "A shape too large to be true",
                     .message =
                         fmt::format("The shape {} of “{}” gives a size beyond 64 bits; its "
                                     "offsets give {}.",
                                     shapeText(info.shape), info.name, countText(bytes, "byte"))};
    });
  } else if (*bits % 8 != 0) {
    report(FindingCode::PartialBytes, info, [&] {
      return Finding{.title = "A tensor that ends inside a byte",
                     .message = fmt::format(
                         "“{}” ({}, {}) takes {} bits, no whole number of bytes.", info.name,
                         info.dtypeText, shapeText(info.shape), groupedText(*bits))};
    });
  } else {
    report(FindingCode::SizeMismatch, info, [&] {
      return Finding{.title = "Size and shape do not agree",
                     .message = fmt::format("“{}” takes {} by its offsets {}, but {} {} need {}.",
                                            info.name, countText(bytes, "byte"),
                                            rangeText(info.dataOffsets), info.dtypeText,
                                            shapeText(info.shape), groupedText(*bits / 8))};
    });
  }
}

void LayoutCheck::reportReversed(const TensorInfo& info) {
  report(FindingCode::BadEntry, info, [&] {
    return Finding{.title = "A range that ends before it begins",
                   .message = fmt::format("The data offsets of “{}” are [{}, {}]: it cannot be "
                                          "read.",
                                          info.name, groupedText(info.dataOffsets.begin),
                                          groupedText(info.dataOffsets.end))};
  });
}

void LayoutCheck::checkPlace(const TensorInfo& info) {
  const ByteRange& range = info.dataOffsets;
  const std::uint64_t due = m_due;
  if (range.begin > due && m_complete) {
    report(FindingCode::Gap, info, [&] {
      const bool absolute = due == 0 && range.begin == m_dataStart;
      return Finding{
          .title = fmt::format("{} that belong to no tensor", countText(range.begin - due, "byte")),
          .message = fmt::format("Before “{}” the data bytes {} are not described.{}", info.name,
                                 rangeText({due, range.begin}),
                                 absolute ? " The offsets seem to count from the start of the "
                                            "file; they should count from the end of the header."
                                          : " Loaders reject the file.")};
    });
  } else if (range.begin < due) {
    const bool shared = range == m_previous;
    report(shared ? FindingCode::SharedRange : FindingCode::Overlap, info, [&] {
      return Finding{
          .title = shared ? "Two tensors share their bytes" : "Two tensors overlap",
          .message = fmt::format(
              "“{}” {} {} of the tensor before it. Loaders reject the file.", info.name,
              shared ? "has exactly the bytes"
                     : "begins at data byte " + groupedText(range.begin) + ", inside the bytes",
              rangeText(m_previous))};
    });
  }
  m_due = std::max(due, range.end);
  if (!range.empty()) {
    m_previous = range;
    m_facts.dataEnd = std::max(m_facts.dataEnd, range.end);
  }
}

void LayoutCheck::checkAlignment(const TensorInfo& info) {
  const unsigned bytes = dtypeFacts(info.dtype).bits / 8;
  if (bytes > 1 && info.fileRange.begin % bytes != 0 && !info.dataOffsets.empty()) {
    if (m_unaligned++ == 0) {
      m_firstUnaligned = info.name;
      m_firstUnalignedAt = info.fileRange.begin;
    }
  }
}

void LayoutCheck::countUnknownDtype(const TensorInfo& info) {
  auto found = m_unknown.find(info.dtypeText);
  if (found == m_unknown.end() && m_unknown.size() >= FindingList::mostOfAKind) {
    ++m_moreUnknown;
    return;
  }
  if (found == m_unknown.end()) {
    const Spelling first{0, std::string(info.name), info.fileRange.begin};
    found = m_unknown.emplace(info.dtypeText, first).first;
  }
  ++found->second.count;
}

void LayoutCheck::reportUnknownDtypes() {
  for (const auto& [spelling, seen] : m_unknown) {
    if (!m_findings.wants(FindingCode::UnknownDtype)) {
      continue;
    }
    m_findings.add(
        {.code = FindingCode::UnknownDtype,
         .tensor = seen.firstName,
         .position = seen.firstPosition,
         .title = fmt::format("{} {} a dtype Assay does not know", countText(seen.count, "tensor"),
                              seen.count == 1 ? "has" : "have"),
         .message = fmt::format("Bytes are shown instead of values. The dtype is “{}”, first at "
                                "“{}”. Loaders reject the file.",
                                spelling, seen.firstName)});
  }
  for (; m_moreUnknown != 0; --m_moreUnknown) {
    (void)m_findings.wants(FindingCode::UnknownDtype); // counted only
  }
}

void LayoutCheck::reportAlignment() {
  const bool headerUnpadded = m_facts.dataEnd != 0 && m_dataStart % 8 != 0;
  if ((m_unaligned == 0 && !headerUnpadded) || !m_findings.wants(FindingCode::UnalignedData)) {
    return;
  }
  Finding finding{.code = FindingCode::UnalignedData, .position = m_dataStart};
  if (m_unaligned != 0) {
    finding.tensor = m_firstUnaligned;
    finding.position = m_firstUnalignedAt;
    finding.title = m_unaligned == 1 ? std::string("1 tensor is not aligned to its elements")
                                     : fmt::format("{} are not aligned to their elements",
                                                   countText(m_unaligned, "tensor"));
    finding.message =
        fmt::format("The first, “{}”, begins at byte {}; the data begins at byte {}. ",
                    m_firstUnaligned, groupedText(m_firstUnalignedAt), groupedText(m_dataStart));
  } else {
    finding.title = "The data does not begin at a multiple of 8";
    finding.message =
        fmt::format("It begins at byte {}: the header is not padded. ", groupedText(m_dataStart));
  }
  finding.message += "Loaders read it, but cannot use the bytes in place.";
  m_findings.add(std::move(finding));
}

void LayoutCheck::reportEnd() {
  const std::uint64_t available = m_fileBytes - m_dataStart;
  if (m_facts.dataEnd > available && m_findings.wants(FindingCode::Truncated)) {
    const std::uint64_t absent = m_facts.dataEnd - available;
    m_findings.add({.code = FindingCode::Truncated,
                    .position = m_fileBytes,
                    .title = "Download is incomplete",
                    .message = fmt::format("{} {} missing at the end. Download the file again, or "
                                           "resume the transfer.",
                                           countText(absent, "byte"), absent == 1 ? "is" : "are")});
  } else if (m_facts.dataEnd < available && m_complete &&
             m_findings.wants(FindingCode::TrailingBytes)) {
    const std::string extra = groupedText(available - m_facts.dataEnd);
    m_findings.add(
        {.code = FindingCode::TrailingBytes,
         .position = m_dataStart + m_facts.dataEnd,
         .title = fmt::format("{} extra {} after the last tensor", extra,
                              extra == "1" ? "byte" : "bytes"),
         .message = std::string(m_facts.unreadable == 0 ? "All tensors can be read. " : "") +
                    "Strict loaders reject the file."});
  }
}

} // namespace

LayoutFacts checkLayout(TensorTableBuilder& tensors, std::uint64_t dataStart,
                        std::uint64_t fileBytes, bool complete, FindingList& findings) {
  return LayoutCheck(tensors, dataStart, fileBytes, complete, findings).run();
}

} // namespace assay
