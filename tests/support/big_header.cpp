#include "tests/support/big_header.h"

#include "tests/support/safetensors_file.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace assay::test {
namespace {

constexpr std::size_t bytesOfEach = 64; // BF16 [4, 8]
constexpr std::size_t experts = 128;
constexpr std::array<std::string_view, 3> expertParts{"down_proj", "gate_proj", "up_proj"};
constexpr std::array<std::string_view, 7> layerParts{
    "input_layernorm",  "mlp.gate",         "post_attention_layernorm", "self_attn.k_proj",
    "self_attn.o_proj", "self_attn.q_proj", "self_attn.v_proj"};
constexpr std::size_t partsOfLayer = experts * expertParts.size() + layerParts.size();

std::string nameOf(std::size_t tensor) {
  const std::size_t layer = tensor / partsOfLayer;
  const std::size_t part = tensor % partsOfLayer;
  if (part < layerParts.size()) {
    return fmt::format("model.layers.{}.{}.weight", layer, layerParts[part]);
  }
  const std::size_t expert = part - layerParts.size();
  return fmt::format("model.layers.{}.mlp.experts.{}.{}.weight", layer, expert / expertParts.size(),
                     expertParts[expert % expertParts.size()]);
}

} // namespace

void writeBigCheckpoint(const std::filesystem::path& path, std::size_t tensors) {
  std::string header = R"({"__metadata__":{"format":"pt"})";
  for (std::size_t i = 0; i < tensors; ++i) {
    fmt::format_to(std::back_inserter(header),
                   R"(,"{}":{{"dtype":"BF16","shape":[4,8],"data_offsets":[{},{}]}})", nameOf(i),
                   i * bytesOfEach, (i + 1) * bytesOfEach);
  }
  header += '}';
  header.resize((header.size() + 7) / 8 * 8, ' ');
  const std::string bytes = safetensorsBytes(header, {});
  writeFile(path, bytes);
  std::filesystem::resize_file(path, bytes.size() + tensors * bytesOfEach);
}

} // namespace assay::test
