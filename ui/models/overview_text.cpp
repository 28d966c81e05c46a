// The sentences and facts of the Overview page.
#include "ui/models/checkpoint_overview.h"
#include "ui/models/display_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace assay {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("Overview", text);
}

QString tensorsText(std::uint64_t count) {
  return display::counted(count, tr("tensor"), tr("tensors"));
}

QString pathText(const std::filesystem::path& path) {
  return display::oneLine(path.string());
}

QString sizeWithBytes(std::uint64_t bytes) {
  return bytes < 1000
             ? display::exactBytes(bytes)
             : QStringLiteral("%1 (%2)").arg(display::size(bytes), display::exactBytes(bytes));
}

QString dtypesText(const Checkpoint& checkpoint) {
  const auto& dtypes = checkpoint.totals().dtypes;
  const QString count = display::count(checkpoint.table().size());
  if (dtypes.size() == 1) {
    return tr("%1, all %2").arg(count, display::oneLine(dtypes.front().first));
  }
  QStringList parts;
  for (const auto& [name, totals] : dtypes) {
    parts << QStringLiteral("%1 %2").arg(display::count(totals.tensors), display::oneLine(name));
  }
  return parts.isEmpty() ? count : QStringLiteral("%1: %2").arg(count, parts.join(tr(", ")));
}

QString parametersText(const Checkpoint& checkpoint, const CheckpointOverview& overview) {
  const QString count = display::count(checkpoint.totals().elements);
  if (!overview.map.sizesAreKnown) {
    return tr("%1 in the shards that are there").arg(count);
  }
  if (overview.cutOff + overview.missing > 0) {
    return tr("%1 described, %2 present").arg(count, display::count(overview.presentElements));
  }
  if (overview.integerTensors == 0) {
    return tr("%1 (same as stored elements)").arg(count);
  }
  return tr("%1 stored elements; whole numbers may pack several parameters").arg(count);
}

QString headerText(const Shard& shard) {
  return tr("%1 of JSON; data starts at %2")
      .arg(display::exactBytes(*shard.headerLength), display::count(*shard.dataStart));
}

void addFileOrShards(const Checkpoint& checkpoint, std::vector<Fact>& facts) {
  if (checkpoint.shards().size() != 1) {
    std::uint64_t there = 0;
    std::uint64_t headers = 0;
    for (const Shard& shard : checkpoint.shards()) {
      there += shard.readable ? 1U : 0U;
      headers += shard.headerLength.value_or(0);
    }
    const std::uint64_t all = checkpoint.shards().size();
    facts.push_back(
        {tr("Shards"),
         there == all ? display::count(all)
                      : tr("%1 of %2 can be read").arg(display::count(there), display::count(all)),
         tr("Files that hold the tensors")});
    facts.push_back({tr("Headers"), tr("%1 of JSON").arg(display::exactBytes(headers)),
                     tr("The headers of all shards together")});
    return;
  }
  const Shard& shard = checkpoint.shards().front();
  if (shard.headerLength && shard.dataStart) {
    facts.push_back(
        {tr("Header"), headerText(shard),
         tr("The JSON text that describes the tensors, behind the 8 bytes of its length")});
  }
}

} // namespace

std::vector<Fact> fileFacts(const Checkpoint& checkpoint, const CheckpointOverview& overview) {
  std::vector<Fact> facts;
  facts.push_back({tr("Location"), pathText(checkpoint.path()), pathText(checkpoint.path())});
  const bool damaged = overview.map.damaged;
  facts.push_back({damaged ? tr("Size on disk") : tr("Size"),
                   sizeWithBytes(checkpoint.totals().fileBytes),
                   display::exactBytes(checkpoint.totals().fileBytes)});
  addFileOrShards(checkpoint, facts);
  if (overview.alignment > 1) {
    facts.push_back(
        {tr("Alignment"),
         tr("Data and every tensor start on a multiple of %1").arg(overview.alignment),
         tr("The largest power of two up to 4,096 that divides every tensor's file offset")});
  } else if (overview.alignment == 1) {
    facts.push_back({tr("Alignment"), tr("None: a tensor starts at an odd byte"), {}});
  }
  if (checkpoint.readable()) {
    facts.push_back({tr("Tensors"), dtypesText(checkpoint), {}});
  }
  if (!checkpoint.table().empty()) {
    facts.push_back({tr("Parameters"), parametersText(checkpoint, overview),
                     tr("Elements of all tensors by their shapes")});
  }
  return facts;
}

Verdict readingVerdict(const Checkpoint& checkpoint, const CheckpointOverview& overview) {
  const std::uint64_t all = overview.tensors();
  if (all == 0) {
    return {Verdict::Mood::Good, tr("The header can be read"), tr("It describes no tensors.")};
  }
  if (overview.complete == all) {
    const bool whole =
        checkpoint.shards().size() != 1 || checkpoint.shards().front().reference.accepts();
    const QString title =
        all == 1 ? tr("The tensor can be read") : tr("All %1 can be read").arg(tensorsText(all));
    if (whole && !checkpoint.hasErrors()) {
      return {
          Verdict::Mood::Good, title,
          tr("Every tensor lies inside the file, sizes match shapes, and no bytes are left over.")};
    }
    return {Verdict::Mood::Good, title,
            tr("Their bytes are all there. The findings say what is unusual.")};
  }
  const QString title =
      tr("%1 of %2 can be read").arg(display::count(overview.complete), tensorsText(all));
  const Verdict::Mood mood = overview.complete == 0 ? Verdict::Mood::Bad : Verdict::Mood::Warning;
  const FileMap& map = overview.map;
  if (map.sizesAreKnown && map.end > map.present) {
    return {mood, title,
            tr("The file stops %1 early. Everything before that point is intact as far as the "
               "header can tell.")
                .arg(display::size(map.end - map.present))};
  }
  return {mood, title,
          map.sizesAreKnown
              ? tr("The others are not where the header or the index says. The findings say why.")
              : tr("The others are in shards that cannot be read.")};
}

namespace {

/// `text` with separators in its numbers, but not in names, which stand between marks.
QString withSeparators(const QString& text) {
  static const QRegularExpression parts(
      QStringLiteral("`[^`]*`|“[^”]*”|(?<![\\w.])\\d{4,20}(?![\\w.])"));
  QString result;
  qsizetype done = 0;
  for (auto it = parts.globalMatch(text); it.hasNext();) {
    const QRegularExpressionMatch match = it.next();
    result += text.mid(done, match.capturedStart() - done);
    const QString part = match.captured();
    bool isNumber = false;
    const qulonglong number = part.toULongLong(&isNumber);
    result += isNumber ? display::count(number) : part;
    done = match.capturedEnd();
  }
  return result + text.mid(done);
}

/// `text` as a whole sentence.
QString sentence(const QString& text) {
  const bool ends = text.isEmpty() || text.endsWith(QLatin1Char('.'));
  return ends ? text : text + QLatin1Char('.');
}

} // namespace

namespace {

/// What the reference would say of the files of a checkpoint.
struct ReferenceCounts {
  std::uint64_t absent = 0; ///< files that are not there to be judged
  std::uint64_t rejected = 0;
  const Shard* firstAbsent = nullptr;
  const Shard* firstRejected = nullptr;
};

ReferenceCounts countVerdicts(const Checkpoint& checkpoint) {
  ReferenceCounts counts;
  for (const Shard& shard : checkpoint.shards()) {
    if (shard.file == nullptr) {
      counts.firstAbsent = counts.absent++ == 0 ? &shard : counts.firstAbsent;
    } else if (!shard.reference.accepts()) {
      counts.firstRejected = counts.rejected++ == 0 ? &shard : counts.firstRejected;
    }
  }
  return counts;
}

QString rejectionText(const Shard& shard) {
  const std::string_view name = referenceErrorName(shard.reference.error);
  return QStringLiteral("%1: %2").arg(
      QString::fromUtf8(name.data(), qsizetype(name.size())),
      sentence(withSeparators(display::oneLine(shard.reference.detail))));
}

} // namespace

Verdict referenceVerdict(const Checkpoint& checkpoint) {
  const QString rules =
      tr("Checked against the rules of safetensors %1.")
          .arg(QString::fromUtf8(referenceVersion.data(), qsizetype(referenceVersion.size())));
  const ReferenceCounts counts = countVerdicts(checkpoint);
  const std::uint64_t all = checkpoint.shards().size();
  const QString allText = display::count(all);
  if (counts.rejected > 0) {
    const QString reason = rejectionText(*counts.firstRejected) + QLatin1Char(' ') + rules;
    return all == 1 ? Verdict{Verdict::Mood::Bad, tr("Reference loader rejects this file"), reason}
                    : Verdict{Verdict::Mood::Bad,
                              tr("Reference loader rejects %1 of %2 files")
                                  .arg(display::count(counts.rejected), allText),
                              display::oneLine(counts.firstRejected->fileName) +
                                  QStringLiteral(": ") + reason};
  }
  if (counts.absent > 0) {
    return {
        Verdict::Mood::Bad,
        tr("Reference loader accepts %1 of %2 files")
            .arg(display::count(all - counts.absent), allText),
        tr("%1 cannot be opened. %2").arg(display::oneLine(counts.firstAbsent->fileName), rules)};
  }
  return {Verdict::Mood::Good,
          all == 1 ? tr("Reference loader accepts this file")
                   : tr("Reference loader accepts all %1 files").arg(allText),
          rules};
}

QString statusText(const Checkpoint& checkpoint, const CheckpointOverview& overview) {
  const QString dot = QStringLiteral("  ·  ");
  if (!checkpoint.readable()) {
    return display::size(checkpoint.totals().fileBytes);
  }
  if (overview.complete != overview.tensors()) {
    return tr("%1 described").arg(tensorsText(overview.tensors())) + dot +
           tr("%1 complete, %2 cut off, %3 missing")
               .arg(display::count(overview.complete), display::count(overview.cutOff),
                    display::count(overview.missing));
  }
  return tensorsText(overview.tensors()) + dot +
         display::counted(checkpoint.totals().elements, tr("parameter"), tr("parameters")) + dot +
         display::size(checkpoint.totals().fileBytes);
}

QString windowTitle(const Checkpoint& checkpoint) {
  const std::filesystem::path& path = checkpoint.path();
  if (checkpoint.shards().size() > 1) {
    return QStringLiteral("%1 — %2").arg(
        display::oneLine(checkpoint.name()),
        display::counted(checkpoint.shards().size(), tr("shard"), tr("shards")));
  }
  const QString folder = display::oneLine(path.parent_path().filename().string());
  const QString file = display::oneLine(path.filename().string());
  return folder.isEmpty() ? file : QStringLiteral("%1 — %2").arg(folder, file);
}

QString shortPath(const QString& path, const QString& home) {
  const bool below = !home.isEmpty() && path.startsWith(home) &&
                     (path.size() == home.size() || path[home.size()] == QLatin1Char('/'));
  return below ? QLatin1Char('~') + path.mid(home.size()) : path;
}

} // namespace assay
