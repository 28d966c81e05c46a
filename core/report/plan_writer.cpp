#include "core/report/plan_writer.h"

#include "core/base/json_writer.h"
#include "core/base/number_text.h"
#include "core/base/text_escape.h"

#include <fmt/ostream.h>

#include <algorithm>
#include <string>

namespace assay {
namespace {

using Layout = JsonWriter::Layout;

void writeRange(JsonWriter& json, const PartRange& range) {
  json.beginArray(Layout::Inline).value(range.begin).value(range.end).endArray();
}

void writeParts(JsonWriter& json, const TensorShardPlan& plan) {
  json.key("parts").beginArray(Layout::Inline);
  for (const std::vector<PartRange>& ranges : plan.parts) {
    if (!plan.fused) {
      writeRange(json, ranges.front());
      continue;
    }
    json.beginArray(Layout::Inline);
    for (const PartRange& range : ranges) {
      writeRange(json, range);
    }
    json.endArray();
  }
  json.endArray();
}

void writeTensor(JsonWriter& json, const TensorTable& table, const TensorShardPlan& plan) {
  json.beginObject(Layout::Inline);
  json.member("name", table[plan.tensor].name);
  json.member("axis", plan.axis);
  writeParts(json, plan);
  json.key("bytes_per_rank").beginArray(Layout::Inline);
  for (const std::uint64_t bytes : plan.bytesPerRank) {
    json.value(bytes);
  }
  json.endArray();
  json.member("contiguous", plan.contiguous);
  json.member("reads_per_rank", plan.readsPerRank);
  json.member("problem", plan.problem);
  json.member("note", plan.note);
  json.endObject();
}

std::string axisText(const TensorShardPlan& plan) {
  if (!plan.axis) {
    return "replicated";
  }
  return plan.fused ? "axis 0, fused" : "axis " + std::to_string(*plan.axis);
}

void writeRow(std::ostream& out, const TensorTable& table, const TensorShardPlan& plan) {
  const auto [least, most] =
      std::minmax_element(plan.bytesPerRank.begin(), plan.bytesPerRank.end());
  const std::string bytes =
      *least == *most ? sizeText(*least) : sizeText(*least) + " to " + sizeText(*most);
  fmt::print(out, "{:<13}  {:>22}  {:>9}  {}{}{}\n", axisText(plan), bytes,
             groupedText(plan.readsPerRank), escapedForLine(table[plan.tensor].name),
             plan.problem ? "  PROBLEM: " + *plan.problem : "",
             plan.note ? "  (" + *plan.note + ")" : "");
}

} // namespace

void writePlanJson(const TensorTable& table, std::uint64_t ranks, const AttentionHeads& heads,
                   std::ostream& out) {
  JsonWriter json(out);
  json.beginObject().member("schema", "assay.plan/1").member("ranks", ranks);
  json.key("tensors").beginArray();
  const ShardPlan sums = planShards(
      table, ranks, heads, [&](const TensorShardPlan& plan) { writeTensor(json, table, plan); });
  json.endArray();
  json.key("bytes_per_rank").beginArray(Layout::Inline);
  for (const std::uint64_t bytes : sums.bytesPerRank) {
    json.value(bytes);
  }
  json.endArray().endObject();
}

void writePlanText(const TensorTable& table, std::uint64_t ranks, const AttentionHeads& heads,
                   std::ostream& out, std::size_t mostRows) {
  const ShardPlan sums = planShards(table, ranks, heads);
  fmt::print(out, "{} for {}; every rank holds {} replicated\n", countText(sums.tensors, "tensor"),
             countText(ranks, "rank"), sizeText(sums.replicatedBytes));
  for (std::size_t rank = 0; rank < sums.bytesPerRank.size() && rank < 64; ++rank) {
    fmt::print(out, "rank {:>3}  {}\n", rank, sizeText(sums.bytesPerRank[rank]));
  }
  fmt::print(out, "{}\n\n{:<13}  {:>22}  {:>9}  NAME\n", countText(sums.problems, "problem"),
             "SPLIT", "BYTES A RANK", "READS");
  std::size_t rows = 0;
  // Twice over the table: problems first, without holding a plan of every tensor.
  for (const bool problems : {true, false}) {
    planShards(table, ranks, heads, [&](const TensorShardPlan& plan) {
      if (plan.problem.has_value() == problems && rows < mostRows) {
        writeRow(out, table, plan);
        ++rows;
      }
    });
  }
  if (rows < sums.tensors) {
    fmt::print(out, "... {} more; --json lists all\n", groupedText(sums.tensors - rows));
  }
}

} // namespace assay
