#include "ui/models/finding_groups.h"

#include "ui/models/display_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

namespace assay {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("Findings", text);
}

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

/// How many whole rows of a cut tensor are there, where it has rows.
std::optional<std::uint64_t> wholeRows(const TensorInfo& info, std::uint64_t there) {
  if (info.shape.size() < 2 || info.shape[0] == 0 || info.dataOffsets.size() < info.shape[0]) {
    return std::nullopt;
  }
  return there / (info.dataOffsets.size() / info.shape[0]);
}

FindingGroup cutOffNote(const Checkpoint& checkpoint, const CheckpointOverview& overview) {
  FindingGroup note;
  note.shape = FindingGroup::Shape::Warning;
  note.title = overview.cutOff == 1
                   ? tr("1 tensor is cut off")
                   : tr("%1 tensors are cut off").arg(display::count(overview.cutOff));
  const auto& segments = overview.map.segments;
  const auto cut = std::find_if(segments.begin(), segments.end(), [](const MapSegment& segment) {
    return segment.kind == MapKind::CutOff && segment.first;
  });
  if (cut == segments.end()) {
    return note;
  }
  const TensorInfo info = checkpoint.table()[*cut->first];
  const std::uint64_t end = checkpoint.shard(info.shard).bytes;
  const std::uint64_t there = end > info.fileRange.begin ? end - info.fileRange.begin : 0;
  note.tensor = QString::fromUtf8(info.name.data(), qsizetype(info.name.size()));
  note.message = tr("%1 has %2 of %3.")
                     .arg(display::oneLine(info.name), display::size(there),
                          display::size(info.dataOffsets.size()));
  if (const auto rows = wholeRows(info, there); rows && *rows > 0) {
    note.message += QLatin1Char(' ') +
                    (*rows == 1 ? tr("Its first row can be read.")
                                : tr("Its first %1 rows can be read.").arg(display::count(*rows)));
  }
  return note;
}

} // namespace

std::vector<FindingGroup> groupFindings(const Checkpoint& checkpoint,
                                        const CheckpointOverview& overview) {
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
  if (overview.cutOff > 0) {
    groups.push_back(cutOffNote(checkpoint, overview));
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.shape < b.shape; });
  for (FindingGroup& group : groups) {
    if (!group.more.isEmpty()) {
      group.title =
          tr("%1, and %2 more like it")
              .arg(group.title, display::count(static_cast<std::uint64_t>(group.more.size())));
    }
  }
  if (checkpoint.readable()) {
    FindingGroup note;
    note.title = tr("No checksum in this format");
    note.message =
        tr("safetensors stores none, so changed bytes cannot be told from intended ones.");
    groups.push_back(note);
  }
  return groups;
}

} // namespace assay
