// What the list of recent checkpoints keeps of one.
#include "ui/models/checkpoint_overview.h"
#include "ui/models/display_text.h"
#include "ui/models/recent_model.h"

#include <algorithm>
#include <array>

namespace assay {

namespace {

/// Names that say nothing of the model: its folder does.
bool isGenericName(const QString& stem) {
  static const std::array starts{QLatin1String("model"), QLatin1String("pytorch_model"),
                                 QLatin1String("diffusion_pytorch_model"),
                                 QLatin1String("adapter_model"), QLatin1String("consolidated")};
  return std::any_of(starts.begin(), starts.end(), [&](QLatin1String start) {
    return stem == start || stem.startsWith(start + QLatin1Char('-')) ||
           stem.startsWith(start + QLatin1Char('.'));
  });
}

QString entryName(const Checkpoint& checkpoint) {
  const QString stem = display::oneLine(checkpoint.path().stem().string());
  const QString folder = display::oneLine(checkpoint.path().parent_path().filename().string());
  if (checkpoint.shards().size() > 1) {
    return display::oneLine(checkpoint.name());
  }
  return isGenericName(stem) && !folder.isEmpty() ? folder : stem;
}

QString worstText(const Checkpoint& checkpoint, const Finding& finding) {
  if (finding.code == FindingCode::Truncated) {
    return RecentModel::tr("incomplete");
  }
  if (finding.code == FindingCode::MissingShard) {
    const auto& shards = checkpoint.shards();
    const auto missing = static_cast<std::uint64_t>(std::count_if(
        shards.begin(), shards.end(), [](const Shard& shard) { return !shard.readable; }));
    return RecentModel::tr("%1 missing")
        .arg(display::counted(missing, RecentModel::tr("shard"), RecentModel::tr("shards")));
  }
  return display::oneLine(finding.title);
}

} // namespace

RecentEntry recentEntry(const Checkpoint& checkpoint, const QString& path) {
  RecentEntry entry;
  entry.path = path;
  entry.name = entryName(checkpoint);
  entry.isFolder = checkpoint.shards().size() > 1;
  entry.bytes = checkpoint.totals().fileBytes;
  entry.parameters = checkpoint.totals().elements;
  entry.shards = checkpoint.shards().size();
  if (!checkpoint.findings().empty() && checkpoint.findings().front().severity != Severity::Info) {
    const Finding& worst = checkpoint.findings().front();
    entry.severity = worst.severity == Severity::Error ? 0 : 1;
    entry.worst = worstText(checkpoint, worst);
  }
  return entry;
}

} // namespace assay
