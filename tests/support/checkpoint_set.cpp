#include "tests/support/checkpoint_set.h"

#include <cstdio>

namespace assay::test {

namespace fs = std::filesystem;

TestTensor tensor(const std::string& name, char byte) {
  return {name, "F32", {1}, std::string(4, byte)};
}

void putFile(const fs::path& path, std::string_view bytes) {
  fs::create_directories(path.parent_path());
  writeFile(path, bytes);
}

void putTensors(const fs::path& path, const std::vector<TestTensor>& tensors) {
  putFile(path, makeSafetensors(tensors));
}

std::string indexText(const WeightMap& map, const std::string& metadata) {
  std::string text =
      "{" + (metadata.empty() ? "" : "\"metadata\":{" + metadata + "},") + "\"weight_map\":{";
  for (std::size_t i = 0; i < map.size(); ++i) {
    text += (i == 0 ? "\"" : ",\"") + map[i].first + "\":\"" + map[i].second + "\"";
  }
  return text + "}}";
}

void putSet(const fs::path& folder) {
  putTensors(folder / shard1, {tensor("a"), tensor("b")});
  putTensors(folder / shard2, {tensor("c"), tensor("d")});
  putFile(
      folder / indexName,
      indexText({{"d", shard2}, {"a", shard1}, {"b", shard1}, {"c", shard2}}, "\"total_size\":16"));
}

std::shared_ptr<const Checkpoint> opened(const fs::path& path, const OpenOptions& options) {
  NoProgress progress;
  auto checkpoint = openCheckpoint(path, options, StopToken(), progress);
  if (!checkpoint) {
    std::fprintf(stderr, "%s\n", errorText(checkpoint.error()).c_str());
    return std::make_shared<const Checkpoint>(CheckpointParts());
  }
  return *checkpoint;
}

ErrorCode errorOf(const fs::path& path, const OpenOptions& options) {
  NoProgress progress;
  const auto checkpoint = openCheckpoint(path, options, StopToken(), progress);
  return checkpoint ? ErrorCode::Stopped : checkpoint.error().code;
}

std::string rows(const Checkpoint& checkpoint) {
  std::string text;
  for (std::size_t i = 0; i < checkpoint.table().size(); ++i) {
    const TensorInfo info = checkpoint.table().at(i);
    text += (i == 0 ? "" : " ") + std::string(info.name) + (info.superseded ? "*" : "") + "@" +
            std::to_string(info.shard.value);
    if (info.state != TensorState::Present) {
      text += ":" + std::string(stateName(info.state));
    }
  }
  return text;
}

std::string codes(const Checkpoint& checkpoint) {
  std::string text;
  for (const Finding& finding : checkpoint.findings()) {
    text += (text.empty() ? "" : " ") + std::string(findingName(finding.code));
  }
  return text;
}

Finding findingOf(const Checkpoint& checkpoint, FindingCode code) {
  for (const Finding& finding : checkpoint.findings()) {
    if (finding.code == code) {
      return finding;
    }
  }
  return {};
}

bool has(const Finding& finding, std::string_view text) {
  return finding.message.find(text) != std::string::npos;
}

} // namespace assay::test
