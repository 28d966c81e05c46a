#include "core/report/inspect_set_text.h"

#include "core/base/number_text.h"
#include "core/base/text_escape.h"
#include "core/checkpoint/companions.h"
#include "core/report/text_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay {
namespace {

std::string configText(const ModelConfig& config) {
  std::string text = config.modelType.empty() ? "config.json" : config.modelType;
  if (!config.dtypeText.empty()) {
    text += ", " + config.dtypeText;
  }
  if (!config.quantization.empty()) {
    text += ", quantized (" + config.quantization + ")";
  }
  return text;
}

/// Whether some of the dtypes are those in which quantized weights or their scales are kept: the
/// companions of other checkpoints need not be looked for.
bool maybeQuantized(const Checkpoint& checkpoint) {
  const auto& dtypes = checkpoint.totals().dtypes;
  return std::any_of(dtypes.begin(), dtypes.end(), [](const auto& dtype) {
    return dtype.first == "U8" || dtype.first == "I8" || dtype.first == "I32" ||
           dtype.first.rfind("F8", 0) == 0 || dtype.first.rfind("F6", 0) == 0 ||
           dtype.first == "F4";
  });
}

std::string loadersText(const std::vector<LoaderVerdict>& loaders) {
  std::size_t opening = 0;
  std::string others;
  for (const LoaderVerdict& verdict : loaders) {
    if (verdict.answer == LoaderAnswer::Yes) {
      ++opening;
      continue;
    }
    const bool older = verdict.loader.find("older") != std::string_view::npos;
    others += fmt::format("{}{}{}{}", others.empty() ? "" : ", ",
                          older ? "safetensors " : verdict.loader, older ? verdict.checkedFor : "",
                          verdict.answer == LoaderAnswer::Differently ? " (differently)"
                          : verdict.answer == LoaderAnswer::Unknown   ? " (not known)"
                                                                      : "");
  }
  if (opening == 0) {
    return fmt::format("none of {} known ones opens it as it is", loaders.size());
  }
  return fmt::format("{} of {} known ones open it{}{}", opening, loaders.size(),
                     others.empty() ? "" : "; not ", others);
}

std::string_view stateText(const Shard& shard) {
  if (!shard.readable) {
    return shard.judged ? "unreadable" : "missing";
  }
  return shard.reference.accepts() ? "accepted" : "rejected";
}

} // namespace

std::vector<std::pair<std::string_view, std::string>>
inspectSetFacts(const Checkpoint& checkpoint) {
  std::vector<std::pair<std::string_view, std::string>> facts;
  if (checkpoint.set().index) {
    facts.emplace_back("Index", *checkpoint.set().index);
  }
  if (checkpoint.config()) {
    facts.emplace_back("Config", configText(*checkpoint.config()));
  }
  if (maybeQuantized(checkpoint)) {
    const Companions found = findCompanions(checkpoint.table(), checkpoint.config());
    if (!found.weights.empty()) {
      facts.emplace_back(
          "Parameters",
          fmt::format("{} estimated: {} in {}, {} beside them",
                      groupedText(found.estimatedParameters),
                      countText(found.weights.size(), "quantized weight"),
                      schemeName(found.weights.front().scheme),
                      countText(found.companions.size(), "scale or other companion")));
    }
  }
  if (!checkpoint.loaders().empty()) {
    facts.emplace_back("Loaders", loadersText(checkpoint.loaders()));
  }
  return facts;
}

void writeShardTable(const Checkpoint& checkpoint, std::ostream& out) {
  const auto& shards = checkpoint.shards();
  std::vector<std::uint64_t> tensors(shards.size());
  for (std::size_t i = 0; i < checkpoint.table().size(); ++i) {
    ++tensors[checkpoint.table().at(i).shard.value];
  }
  using Row = std::array<std::string, 4>;
  std::vector<Row> rows{{"Shard", "Bytes", "Tensors", "State"}};
  for (std::size_t i = 0; i < shards.size(); ++i) {
    rows.push_back({groupedText(i + 1), shards[i].file ? groupedText(shards[i].bytes) : "-",
                    groupedText(tensors[i]), std::string(stateText(shards[i]))});
  }
  Row::size_type column = 0;
  std::array<std::size_t, 4> widths{};
  for (std::size_t& width : widths) {
    for (const Row& row : rows) {
      width = std::max(width, row[column].size());
    }
    ++column;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out << "  " << padLeft(rows[i][0], widths[0]) << "  " << padLeft(rows[i][1], widths[1]) << "  "
        << padLeft(rows[i][2], widths[2]) << "  " << padRight(rows[i][3], widths[3]) << "  "
        << (i == 0 ? std::string("File") : escapedForLine(shards[i - 1].fileName)) << '\n';
  }
}

} // namespace assay
