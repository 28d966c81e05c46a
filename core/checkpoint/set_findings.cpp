#include "core/checkpoint/set_findings.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

#include <utility>

namespace assay {
namespace {

Severity severityOf(FindingCode code) {
  switch (code) {
  case FindingCode::StrayFile:
  case FindingCode::TotalSizeDiffers:
  case FindingCode::Tied:
  case FindingCode::PartOfASet:
  case FindingCode::LoaderRefuses:
  case FindingCode::NoTensors:
    return Severity::Info;
  case FindingCode::NotInIndex:
  case FindingCode::WrongShard:
  case FindingCode::DuplicateIndexKey:
  case FindingCode::DtypeDiffersFromConfig:
  case FindingCode::UnfinishedDownload:
    return Severity::Warning;
  default:
    return Severity::Error;
  }
}

} // namespace

bool SetFindings::wants(FindingCode code) {
  return ++m_counts[static_cast<std::size_t>(code)] <= mostOfAKind;
}

void SetFindings::add(Finding finding) {
  finding.severity = severityOf(finding.code);
  m_findings.push_back(std::move(finding));
}

void SetFindings::tell(Finding finding) {
  if (wants(finding.code)) {
    add(std::move(finding));
  }
}

std::vector<Finding> SetFindings::take() {
  for (std::size_t i = 0; i < m_counts.size(); ++i) {
    if (m_counts[i] > mostOfAKind) {
      const auto code = static_cast<FindingCode>(i);
      add({.code = code,
           .title = fmt::format("{} more of this kind", groupedText(m_counts[i] - mostOfAKind)),
           .message = fmt::format("The set has {} findings \"{}\"; the first {} are listed.",
                                  groupedText(m_counts[i]), findingName(code), mostOfAKind)});
    }
  }
  m_counts = {};
  return std::exchange(m_findings, {});
}

} // namespace assay
