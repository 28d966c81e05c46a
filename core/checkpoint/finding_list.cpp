#include "core/checkpoint/finding_list.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

#include <utility>

namespace assay {
namespace {

bool isAlwaysNote(FindingCode code) {
  switch (code) {
  case FindingCode::HeaderPadding:
  case FindingCode::UnalignedData:
  case FindingCode::OutOfOrder:
  case FindingCode::LargeMetadata:
  case FindingCode::NoTensors:
    return true;
  default:
    return false;
  }
}

} // namespace

bool FindingList::wants(FindingCode code) {
  return ++m_counts[static_cast<std::size_t>(code)] <= mostOfAKind;
}

void FindingList::add(Finding finding) {
  finding.file = m_fileName;
  m_findings.push_back(std::move(finding));
}

std::vector<Finding> FindingList::take(bool refused) {
  for (std::size_t i = 0; i < m_counts.size(); ++i) {
    if (m_counts[i] > mostOfAKind) {
      const auto code = static_cast<FindingCode>(i);
      const std::size_t more = m_counts[i] - mostOfAKind;
      add({.code = code,
           .title = fmt::format("{} more of this kind", groupedText(more)),
           .message = fmt::format("The file has {} findings \"{}\"; the first {} are listed.",
                                  groupedText(m_counts[i]), findingName(code), mostOfAKind)});
    }
  }
  for (Finding& finding : m_findings) {
    finding.severity = isAlwaysNote(finding.code) ? Severity::Info
                       : refused                  ? Severity::Error
                                                  : Severity::Warning;
  }
  sortWorstFirst(m_findings);
  return std::exchange(m_findings, {});
}

} // namespace assay
