#include "tests/support/header_invariants.h"

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/safetensors_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace assay::test {
namespace {

std::string checkRows(const Checkpoint& checkpoint) {
  const TensorTable& table = checkpoint.table();
  const bool accepted = checkpoint.shards()[0].reference.accepts();
  for (std::size_t i = 0; i < table.size(); ++i) {
    const TensorInfo info = table.at(i);
    if (i > 0 && table.at(i - 1).dataOffsets.begin > info.dataOffsets.begin) {
      return fmt::format("row {} is not in file order", i);
    }
    if (accepted && !info.superseded &&
        (info.state != TensorState::Present || !info.sizeMatches || info.dtype == Dtype::Unknown)) {
      return fmt::format("the reference accepts, but row {} cannot be read", i);
    }
    if (info.state == TensorState::Present && info.fileRange.end > checkpoint.shards()[0].bytes) {
      return fmt::format("row {} is called present but ends behind the file", i);
    }
  }
  return {};
}

} // namespace

std::string checkOpening(const std::filesystem::path& path) {
  NoProgress progress;
  const auto opened = openCheckpoint(path, StopToken(), progress);
  if (!opened) {
    return "an error: " + errorText(opened.error());
  }
  const Checkpoint& checkpoint = **opened;
  if (checkpoint.shards().size() != 1) {
    return "not one shard";
  }
  const ReferenceVerdict& verdict = checkpoint.shards()[0].reference;
  if (verdict.accepts() && (!checkpoint.readable() || checkpoint.hasErrors())) {
    return "the reference accepts, but there is an error: " + checkpoint.findings()[0].message;
  }
  if (!verdict.accepts() && !checkpoint.hasErrors()) {
    return "the reference rejects without an error here: " + verdict.detail;
  }
  if (!verdict.accepts() && verdict.detail.empty()) {
    return "a rejection without a reason";
  }
  if (!checkpoint.readable() && !checkpoint.table().empty()) {
    return "tensors of a file that cannot be read";
  }
  if (checkpoint.findings().size() > 200) {
    return fmt::format("{} findings", checkpoint.findings().size());
  }
  return checkRows(checkpoint);
}

std::string checkReadersAgree(std::string_view header) {
  std::string padded(header);
  padded.append(headerPaddingBytes, '\0');
  const std::string_view text = std::string_view(padded).substr(0, header.size());
  const std::optional<HeaderReading> fast = readHeaderFast(text);
  if (!fast) {
    return {};
  }
  FindingList findings("file");
  const HeaderReading exact = readHeaderExactly(text, findings);
  if (!exact.readable || exact.refusal || exact.entriesLeftOut) {
    return "only the fast reader takes the header: " + (exact.refusal ? exact.refusal->detail : "");
  }
  if (fast->metadata != exact.metadata) {
    return "the metadata differ";
  }
  const TensorTable& a = fast->tensors.rows();
  const TensorTable& b = exact.tensors.rows();
  if (a.size() != b.size()) {
    return fmt::format("{} tensors by the fast reader, {} by the exact one", a.size(), b.size());
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const TensorInfo x = a.at(i);
    const TensorInfo y = b.at(i);
    if (x.name != y.name || x.dtype != y.dtype || x.dtypeText != y.dtypeText ||
        x.dataOffsets != y.dataOffsets || !std::ranges::equal(x.shape, y.shape)) {
      return fmt::format("tensor {} differs", i);
    }
  }
  return {};
}

} // namespace assay::test
