#include "core/checkpoint/model_config.h"

#include "core/checkpoint/small_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace assay {
namespace {

using Json = nlohmann::json;

/// The value of `key` in the config or, where that lacks it, in its text_config; null for none.
const Json* valueOf(const Json& config, const char* key) {
  if (const auto found = config.find(key); found != config.end() && !found->is_null()) {
    return &*found;
  }
  const auto inner = config.find("text_config");
  if (inner == config.end() || !inner->is_object()) {
    return nullptr;
  }
  const auto found = inner->find(key);
  return found == inner->end() || found->is_null() ? nullptr : &*found;
}

std::string textOf(const Json& config, const char* key) {
  const Json* value = valueOf(config, key);
  return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

std::optional<std::uint64_t> countOf(const Json& config, const char* key) {
  const Json* value = valueOf(config, key);
  return value != nullptr && value->is_number_unsigned()
             ? std::optional(value->get<std::uint64_t>())
             : std::nullopt;
}

std::string firstArchitecture(const Json& config) {
  const Json* list = valueOf(config, "architectures");
  return list != nullptr && list->is_array() && !list->empty() && list->front().is_string()
             ? list->front().get<std::string>()
             : std::string();
}

std::string quantizationOf(const Json& config) {
  const Json* value = valueOf(config, "quantization_config");
  if (value == nullptr || !value->is_object()) {
    return {};
  }
  const std::string method = textOf(*value, "quant_method");
  return method.empty() ? "unnamed" : method;
}

/// `bits` of GPTQ and AWQ, or `config_groups.*.weights.num_bits` where all groups agree.
std::optional<std::uint64_t> quantizationBitsOf(const Json& config) {
  const Json* value = valueOf(config, "quantization_config");
  if (value == nullptr || !value->is_object()) {
    return std::nullopt;
  }
  if (const auto bits = countOf(*value, "bits")) {
    return bits;
  }
  std::optional<std::uint64_t> bits;
  const auto groups = value->find("config_groups");
  if (groups == value->end() || !groups->is_object()) {
    return std::nullopt;
  }
  for (const Json& group : *groups) {
    const auto weights = group.is_object() ? group.find("weights") : group.end();
    const auto here = group.is_object() && weights != group.end() && weights->is_object()
                          ? countOf(*weights, "num_bits")
                          : std::nullopt;
    if (!here || (bits && *bits != *here)) {
      return std::nullopt;
    }
    bits = here;
  }
  return bits;
}

} // namespace

std::optional<ModelConfig> parseModelConfig(std::string_view text) {
  const Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (!json.is_object()) {
    return std::nullopt;
  }
  ModelConfig config;
  config.modelType = textOf(json, "model_type");
  if (config.modelType.empty()) {
    config.modelType = textOf(json, "_class_name");
  }
  config.architecture = firstArchitecture(json);
  config.dtypeText = textOf(json, "torch_dtype");
  if (config.dtypeText.empty()) {
    config.dtypeText = textOf(json, "dtype");
  }
  if (const Json* tied = valueOf(json, "tie_word_embeddings"); tied && tied->is_boolean()) {
    config.tieWordEmbeddings = tied->get<bool>();
  }
  config.quantization = quantizationOf(json);
  config.quantizationBits = quantizationBitsOf(json);
  config.hiddenSize = countOf(json, "hidden_size");
  config.layers = countOf(json, "num_hidden_layers");
  config.attentionHeads = countOf(json, "num_attention_heads");
  config.keyValueHeads = countOf(json, "num_key_value_heads");
  config.headDim = countOf(json, "head_dim");
  return config;
}

std::optional<ModelConfig> readModelConfig(const std::filesystem::path& folder) {
  constexpr std::uint64_t mostBytes = std::uint64_t{4} << 20U;
  const auto text = readSmallFile(folder / "config.json", mostBytes);
  return text ? parseModelConfig(text->view()) : std::nullopt;
}

std::string_view dtypeOfConfig(std::string_view spelling) {
  constexpr std::string_view torch = "torch.";
  if (spelling.substr(0, torch.size()) == torch) {
    spelling.remove_prefix(torch.size());
  }
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> names{
      {{"bfloat16", "BF16"},
       {"float16", "F16"},
       {"half", "F16"},
       {"float32", "F32"},
       {"float", "F32"},
       {"float64", "F64"},
       {"double", "F64"},
       {"float8_e4m3fn", "F8_E4M3"},
       {"float8_e5m2", "F8_E5M2"},
       {"int8", "I8"}}};
  const auto* found = std::find_if(names.begin(), names.end(),
                                   [spelling](const auto& name) { return name.first == spelling; });
  return found == names.end() ? std::string_view() : found->second;
}

} // namespace assay
