#include "ui/models/finding_groups.h"

#include "ui/models/display_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

namespace assay {

namespace {

FindingGroup::Shape shapeOf(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return FindingGroup::Shape::Error;
  case Severity::Warning:
    return FindingGroup::Shape::Warning;
  case Severity::Info:
    return FindingGroup::Shape::Note;
  }
  return FindingGroup::Shape::Note;
}

FindingGroup groupOf(const Finding& finding) {
  FindingGroup group;
  group.shape = shapeOf(finding.severity);
  group.title = display::oneLine(finding.title);
  group.message = display::oneLine(finding.message);
  if (finding.tensor) {
    group.tensor = QString::fromStdString(*finding.tensor);
  }
  group.position = finding.position;
  return group;
}

} // namespace

std::vector<FindingGroup> groupFindings(const Checkpoint& checkpoint) {
  std::vector<FindingGroup> groups;
  std::map<std::pair<Severity, FindingCode>, std::size_t> places;
  for (const Finding& finding : checkpoint.findings()) {
    const auto [place, isNew] = places.try_emplace({finding.severity, finding.code}, groups.size());
    if (isNew) {
      groups.push_back(groupOf(finding));
    } else {
      groups[place->second].more << display::oneLine(finding.message);
    }
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.shape < b.shape; });
  for (FindingGroup& group : groups) {
    if (!group.more.isEmpty()) {
      group.title =
          QCoreApplication::translate("Findings", "%1, and %2 more like it")
              .arg(group.title, display::count(static_cast<std::uint64_t>(group.more.size())));
    }
  }
  if (checkpoint.readable()) {
    FindingGroup note;
    note.title = QCoreApplication::translate("Findings", "No checksum in this format");
    note.message = QCoreApplication::translate(
        "Findings", "safetensors stores none, so changed bytes cannot be told from intended ones.");
    groups.push_back(note);
  }
  return groups;
}

} // namespace assay
