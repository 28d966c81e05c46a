#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// What `config.json` beside the weights says, as far as it is of use here. All text is untrusted.
/// Values of the kind that a key should not have are left out.
struct ModelConfig {
  std::string modelType{};    ///< `model_type`, or diffusers' `_class_name`; empty where not told
  std::string architecture{}; ///< the first of `architectures`
  std::string dtypeText{};    ///< `torch_dtype` or `dtype` as spelled: "bfloat16"
  std::optional<bool> tieWordEmbeddings{};
  std::string quantization{};                      ///< `quantization_config.quant_method`
  std::optional<std::uint64_t> quantizationBits{}; ///< of a code, where the config tells them
  std::optional<std::uint64_t> hiddenSize{};
  std::optional<std::uint64_t> layers{};         ///< `num_hidden_layers`
  std::optional<std::uint64_t> attentionHeads{}; ///< `num_attention_heads`
  std::optional<std::uint64_t> keyValueHeads{};  ///< `num_key_value_heads`
  std::optional<std::uint64_t> headDim{};        ///< `head_dim`
};

/// The config that `text` holds; keys of a nested `text_config` count where the outer object lacks
/// them. Nothing where it is no JSON object. Takes any bytes.
[[nodiscard]] std::optional<ModelConfig> parseModelConfig(std::string_view text);

/// Reads `config.json` in `folder`; nothing where there is none, it is larger than 4 MiB, or it is
/// no JSON object.
[[nodiscard]] std::optional<ModelConfig> readModelConfig(const std::filesystem::path& folder);

/// The dtype of safetensors that a config's spelling means: "bfloat16" and "torch.bfloat16" are
/// "BF16"; empty for spellings that are not known.
[[nodiscard]] std::string_view dtypeOfConfig(std::string_view spelling);

} // namespace assay
