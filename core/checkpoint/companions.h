#pragma once

#include "core/checkpoint/model_config.h"
#include "core/tensor/tensor_table.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace assay {

/// What a tensor of a quantized checkpoint is there for, beside the weights themselves.
enum class CompanionRole : std::uint8_t {
  Scale,       ///< one factor a block, group or row: weight_scale, scales, absmax, _scales
  GlobalScale, ///< one factor for the tensor: weight_scale_2, weight_global_scale
  InputScale,  ///< of activations: input_scale, input_global_scale
  ZeroPoint,   ///< weight_zero_point, qzeros ...
  GroupIndex,  ///< g_idx, weight_g_idx: which group a row belongs to
  ShapeNote,   ///< weight_shape: the logical shape as two numbers
  CodeTable,   ///< quant_map: the values that codes stand for
  StateNote,   ///< quant_state ...: JSON text in a U8 tensor
};

/// "scale", "global scale", ... for people.
[[nodiscard]] std::string_view roleName(CompanionRole role);

/// The role that a tensor's name gives it, by the suffixes in use; a bare `.scale` has none, and
/// `_scales` counts only beside `_blocks`. Pure.
[[nodiscard]] std::optional<CompanionRole> companionRoleOf(std::string_view name);

/// How a quantized weight is stored.
enum class PackingScheme : std::uint8_t {
  Mxfp4,         ///< `_blocks` U8 with `_scales`: two 4-bit codes a byte, 32 a scale
  BlockScaled,   ///< F8, F6 or F4 with one F8_E8M0 scale a block (MXFP8, MXFP6)
  Nvfp4,         ///< U8 of two 4-bit codes, F8_E4M3 scales of 16
  Fp8Block,      ///< F8 with `weight_scale_inv` or another scale
  PackQuantized, ///< `weight_packed` I32
  Gptq,          ///< `qweight` I32, packed along its rows
  Awq,           ///< `qweight` I32, packed along its columns
  BitsAndBytes4, ///< U8 of two codes, with `.absmax` and `.quant_map`
  Int8,          ///< I8 with a scale
};

[[nodiscard]] std::string_view schemeName(PackingScheme scheme);

struct Companion {
  TensorId tensor{};
  CompanionRole role{};
  std::optional<TensorId> weight{}; ///< what it belongs to, where that is there
};

/// One quantized weight with the shape that a model sees.
struct QuantizedWeight {
  TensorId tensor{};
  PackingScheme scheme{};
  std::vector<std::uint64_t> logicalShape{}; ///< empty where only the data tells it
  std::uint64_t parameters = 0;              ///< estimated
  bool bitsAssumed = false; ///< the bits of a code are told by nothing but habit (4)
};

/// The quantized part of a checkpoint. Both lists are in table order.
struct Companions {
  std::vector<Companion> companions{};
  std::vector<QuantizedWeight> weights{};
  std::uint64_t storedElements = 0;      ///< of all described tensors, each name once
  std::uint64_t estimatedParameters = 0; ///< companions left out, packed codes counted one by one

  [[nodiscard]] const Companion* companionOf(TensorId tensor) const;
  [[nodiscard]] const QuantizedWeight* weightOf(TensorId tensor) const;
};

/// Finds them by names, dtypes and shapes alone; reads no data. `config` may tell the bits of a
/// code. Pure; sums saturate.
[[nodiscard]] Companions findCompanions(const TensorTable& table,
                                        const std::optional<ModelConfig>& config);

} // namespace assay
