#include "core/report/inspect_json.h"

#include "core/base/json_writer.h"
#include "core/base/text_escape.h"
#include "core/report/findings_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>

namespace assay {
namespace {

using Layout = JsonWriter::Layout;

bool isPlain(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; });
}

void appendString(std::string& out, std::string_view text) {
  out += '"';
  if (isPlain(text)) {
    out += text;
  } else {
    out += escapedForJson(text);
  }
  out += '"';
}

void appendNumber(std::string& out, std::uint64_t number) {
  const fmt::format_int digits(number);
  out.append(digits.data(), digits.size());
}

/// One tensor as JSON: by hand, because a document can have a million of them.
void appendTensor(std::string& out, const TensorInfo& info) {
  out += R"({"name": )";
  appendString(out, info.name);
  if (!info.described) {
    out += R"(, "dtype": null, "shape": null, "elements": null, "bytes": null, )"
           R"("data_offsets": null, "file_offset": null)";
  } else {
    out += R"(, "dtype": )";
    appendString(out, info.dtypeText);
    out += R"(, "shape": [)";
    for (std::size_t i = 0; i < info.shape.size(); ++i) {
      out += i == 0 ? "" : ", ";
      appendNumber(out, info.shape[i]);
    }
    out += R"(], "elements": )";
    if (const auto elements = info.elements()) {
      appendNumber(out, *elements);
    } else {
      out += "null"; // beyond 64 bits
    }
    out += R"(, "bytes": )";
    appendNumber(out, info.dataOffsets.size());
    out += R"(, "data_offsets": [)";
    appendNumber(out, info.dataOffsets.begin);
    out += ", ";
    appendNumber(out, info.dataOffsets.end);
    out += R"(], "file_offset": )";
    appendNumber(out, info.fileRange.begin);
  }
  out += R"(, "shard": )";
  appendNumber(out, info.shard.value);
  out += R"(, "state": ")";
  out += stateName(info.state);
  out += "\"}";
}

void writeTotals(JsonWriter& json, const Checkpoint& checkpoint) {
  const CheckpointTotals& totals = checkpoint.totals();
  json.member("file_bytes", totals.fileBytes);
  json.member("tensor_count", checkpoint.table().size());
  json.member("elements", totals.elements);
  json.member("data_bytes", totals.dataBytes);
  json.key("dtypes").beginObject();
  for (const auto& [name, sums] : totals.dtypes) {
    json.key(name).beginObject(Layout::Inline);
    json.member("tensors", sums.tensors);
    json.member("elements", sums.elements);
    json.member("bytes", sums.bytes).endObject();
  }
  json.endObject();
}

/// Of a key that stands twice, the last value: what readers of the format see.
void writeMetadata(JsonWriter& json, const Metadata& metadata) {
  std::unordered_map<std::string_view, std::size_t> last;
  for (std::size_t i = 0; i < metadata.size(); ++i) {
    last[metadata[i].first] = i;
  }
  json.key("metadata").beginObject();
  for (std::size_t i = 0; i < metadata.size(); ++i) {
    if (last[metadata[i].first] == i) {
      json.member(metadata[i].first, metadata[i].second);
    }
  }
  json.endObject();
}

void writeVerdict(JsonWriter& json, const Shard& shard) {
  const ReferenceVerdict& verdict = shard.reference;
  json.key("reference").beginObject(Layout::Inline);
  if (!shard.judged) { // there is no file to judge
    json.key("verdict").null().key("error").null().key("detail").null().key("position").null();
  } else if (verdict.accepts()) {
    json.member("verdict", "accept");
    json.key("error").null().key("detail").null().key("position").null();
  } else {
    json.member("verdict", "reject");
    json.member("error", referenceErrorName(verdict.error));
    json.member("detail", verdict.detail);
    json.member("position", verdict.position);
  }
  json.endObject();
}

void writeShards(JsonWriter& json, const Checkpoint& checkpoint) {
  json.key("shards").beginArray();
  for (const Shard& shard : checkpoint.shards()) {
    json.beginObject();
    json.member("file", shard.fileName);
    json.member("bytes", shard.bytes);
    json.member("header_length", shard.headerLength);
    json.member("data_start", shard.dataStart);
    if (shard.readable) {
      writeMetadata(json, shard.metadata);
    } else {
      json.key("metadata").null();
    }
    writeVerdict(json, shard);
    json.endObject();
  }
  json.endArray();
}

void writeTensors(JsonWriter& json, const Checkpoint& checkpoint) {
  json.key("tensors").beginArray();
  std::string row;
  for (std::size_t i = 0; i < checkpoint.table().size(); ++i) {
    row.clear();
    appendTensor(row, checkpoint.table().at(i));
    json.raw(row);
  }
  json.endArray();
}

} // namespace

void writeInspectJson(const Checkpoint& checkpoint, std::ostream& out) {
  JsonWriter json(out);
  json.beginObject();
  json.member("schema", "assay.inspect/1");
  json.member("path", checkpoint.path().string());
  json.member("format", checkpoint.format());
  writeTotals(json, checkpoint);
  writeShards(json, checkpoint);
  writeFindings(json, checkpoint.findings());
  writeTensors(json, checkpoint);
  json.endObject();
}

} // namespace assay
