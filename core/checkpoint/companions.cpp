#include "core/checkpoint/companions.h"

#include "core/base/checked.h"
#include "core/checkpoint/name_slots.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace assay {
namespace {

struct Suffix {
  std::string_view text;
  CompanionRole role;
};

// The names behind the last dot, as the Hub counts them; source: huggingface.js.
constexpr std::array<Suffix, 20> suffixes{{{"weight_scale", CompanionRole::Scale},
                                           {"weight_scale_inv", CompanionRole::Scale},
                                           {"weight_scale_2", CompanionRole::GlobalScale},
                                           {"weight_global_scale", CompanionRole::GlobalScale},
                                           {"weight_zero_point", CompanionRole::ZeroPoint},
                                           {"zero_point", CompanionRole::ZeroPoint},
                                           {"input_scale", CompanionRole::InputScale},
                                           {"input_global_scale", CompanionRole::InputScale},
                                           {"input_zero_point", CompanionRole::ZeroPoint},
                                           {"weight_shape", CompanionRole::ShapeNote},
                                           {"weight_g_idx", CompanionRole::GroupIndex},
                                           {"g_idx", CompanionRole::GroupIndex},
                                           {"qzeros", CompanionRole::ZeroPoint},
                                           {"scales", CompanionRole::Scale},
                                           {"absmax", CompanionRole::Scale},
                                           {"quant_map", CompanionRole::CodeTable},
                                           {"nested_absmax", CompanionRole::Scale},
                                           {"nested_quant_map", CompanionRole::CodeTable},
                                           {"nested_offset", CompanionRole::Scale},
                                           {"nested_blocksize", CompanionRole::ShapeNote}}};

constexpr std::string_view blocksEnd = "_blocks";
constexpr std::string_view scalesEnd = "_scales";

bool endsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// "a.b." of "a.b.c"; empty where there is no dot.
std::string_view prefixOf(std::string_view name) {
  return name.substr(0, name.rfind('.') + 1);
}

std::string_view lastPart(std::string_view name) {
  return name.substr(name.rfind('.') + 1);
}

bool isStateNote(std::string_view name) {
  return name.find(".quant_state.") != std::string_view::npos;
}

void addSaturating(std::uint64_t& sum, std::uint64_t more) {
  sum = checkedAdd(sum, more).value_or(std::numeric_limits<std::uint64_t>::max());
}

std::uint64_t timesSaturating(std::uint64_t value, std::uint64_t factor) {
  return checkedMul(value, factor).value_or(std::numeric_limits<std::uint64_t>::max());
}

class CompanionFinder {
 public:
  CompanionFinder(const TensorTable& table, const std::optional<ModelConfig>& config)
      : m_table(table), m_config(config) {}

  Companions run();

 private:
  [[nodiscard]] std::optional<TensorInfo> find(std::string_view name) const {
    const auto row = m_slots.find(name, [this](std::uint32_t at) { return m_table.at(at).name; });
    return row ? std::optional(m_table.at(*row)) : std::nullopt;
  }
  [[nodiscard]] std::optional<TensorInfo> find(std::string_view base, std::string_view end) const {
    return find(std::string(base) += end);
  }

  [[nodiscard]] std::optional<CompanionRole> roleOf(const TensorInfo& info) const;
  [[nodiscard]] std::optional<TensorId> weightFor(const TensorInfo& info) const;
  [[nodiscard]] std::optional<QuantizedWeight> quantized(const TensorInfo& info) const;
  [[nodiscard]] std::optional<QuantizedWeight> blocks(const TensorInfo& info) const;
  [[nodiscard]] std::optional<QuantizedWeight> packedInts(const TensorInfo& info) const;
  [[nodiscard]] std::optional<QuantizedWeight> packedBytes(const TensorInfo& info) const;
  [[nodiscard]] std::optional<QuantizedWeight> scaled(const TensorInfo& info) const;
  void setPacked(QuantizedWeight& weight, const TensorInfo& info, std::size_t axis) const;

  const TensorTable& m_table;
  const std::optional<ModelConfig>& m_config;
  NameSlots m_slots;
};

std::optional<CompanionRole> CompanionFinder::roleOf(const TensorInfo& info) const {
  if (endsWith(info.name, scalesEnd)) {
    const auto base = info.name.substr(0, info.name.size() - scalesEnd.size());
    return find(base, blocksEnd) ? std::optional(CompanionRole::Scale) : std::nullopt;
  }
  if (const auto role = companionRoleOf(info.name)) {
    const bool plainScales = lastPart(info.name) == "scales" || lastPart(info.name) == "g_idx";
    const bool belongs = !plainScales || find(prefixOf(info.name), "qweight").has_value();
    return belongs ? role : std::nullopt;
  }
  return info.dtype == Dtype::F8_E8M0 ? std::optional(CompanionRole::Scale) : std::nullopt;
}

std::optional<TensorId> CompanionFinder::weightFor(const TensorInfo& info) const {
  if (endsWith(info.name, scalesEnd)) {
    const auto base = info.name.substr(0, info.name.size() - scalesEnd.size());
    const auto found = find(base, blocksEnd);
    return found ? std::optional(found->id) : std::nullopt;
  }
  std::string_view prefix = prefixOf(info.name);
  if (isStateNote(info.name)) {
    prefix = info.name.substr(0, info.name.find(".quant_state.") + 1);
  }
  for (const std::string_view end : {"weight", "weight_packed", "qweight"}) {
    if (const auto found = find(prefix, end)) {
      return found->id;
    }
  }
  // bitsandbytes hangs its companions below the weight itself: x.weight.absmax.
  const auto found = prefix.empty() ? std::nullopt : find(prefix.substr(0, prefix.size() - 1));
  return found ? std::optional(found->id) : std::nullopt;
}

/// gpt-oss: [..., blocks, 16] bytes are [..., blocks * 32] codes.
std::optional<QuantizedWeight> CompanionFinder::blocks(const TensorInfo& info) const {
  const auto base = info.name.substr(0, info.name.size() - blocksEnd.size());
  if (info.dtype != Dtype::U8 || info.shape.size() < 2 || !find(base, scalesEnd)) {
    return std::nullopt;
  }
  QuantizedWeight weight{.tensor = info.id, .scheme = PackingScheme::Mxfp4};
  weight.logicalShape.assign(info.shape.begin(), info.shape.end() - 1);
  weight.logicalShape.back() =
      timesSaturating(weight.logicalShape.back(), timesSaturating(info.shape.back(), 2));
  weight.parameters = timesSaturating(info.elements().value_or(0), 2);
  return weight;
}

/// Codes packed into 32-bit integers along one axis.
void CompanionFinder::setPacked(QuantizedWeight& weight, const TensorInfo& info,
                                std::size_t axis) const {
  std::uint64_t bits = m_config ? m_config->quantizationBits.value_or(0) : 0;
  weight.bitsAssumed = bits == 0 || bits > 32;
  bits = weight.bitsAssumed ? 4 : bits;
  // 3 bits make 10.67 codes an integer: the factor is not rounded, their product is.
  weight.logicalShape.assign(info.shape.begin(), info.shape.end());
  std::uint64_t& packed = weight.logicalShape[axis];
  packed = timesSaturating(packed, 32) / bits;
  weight.parameters = elementCount(weight.logicalShape).value_or(0);
}

std::optional<QuantizedWeight> CompanionFinder::packedInts(const TensorInfo& info) const {
  const std::string_view prefix = prefixOf(info.name);
  if (info.dtype != Dtype::I32 || info.shape.size() != 2) {
    return std::nullopt;
  }
  QuantizedWeight weight{.tensor = info.id, .scheme = PackingScheme::PackQuantized};
  if (lastPart(info.name) == "weight_packed") {
    setPacked(weight, info, 1);
    return weight;
  }
  const auto scales = find(prefix, "scales");
  if (!scales || scales->shape.size() != 2) {
    return std::nullopt;
  }
  // GPTQ packs rows, so that scales have as many columns as the weight; AWQ packs columns.
  const bool rows = scales->shape[1] == info.shape[1];
  weight.scheme = rows ? PackingScheme::Gptq : PackingScheme::Awq;
  setPacked(weight, info, rows ? 0 : 1);
  if (!rows) {
    weight.logicalShape[1] = scales->shape[1];
    weight.parameters = elementCount(weight.logicalShape).value_or(0);
    weight.bitsAssumed = false;
  }
  return weight;
}

std::optional<QuantizedWeight> CompanionFinder::packedBytes(const TensorInfo& info) const {
  QuantizedWeight weight{.tensor = info.id, .scheme = PackingScheme::Nvfp4};
  weight.parameters = timesSaturating(info.elements().value_or(0), 2);
  const std::string absmax = std::string(info.name) + ".absmax";
  if (find(absmax)) {
    weight.scheme = PackingScheme::BitsAndBytes4; // its shape stands in the quant_state's text
    return weight;
  }
  const auto scale = find(prefixOf(info.name), "weight_scale");
  if (!scale || scale->dtype != Dtype::F8_E4M3 || info.shape.empty()) {
    return std::nullopt;
  }
  weight.logicalShape.assign(info.shape.begin(), info.shape.end());
  weight.logicalShape.back() = timesSaturating(weight.logicalShape.back(), 2);
  return weight;
}

/// Weights of a dtype of their own, beside a scale: the shape is the logical one already.
std::optional<QuantizedWeight> CompanionFinder::scaled(const TensorInfo& info) const {
  const std::string_view prefix = prefixOf(info.name);
  auto scale = find(prefix, "weight_scale_inv");
  scale = scale ? scale : find(prefix, "weight_scale");
  if (!scale) {
    return std::nullopt;
  }
  QuantizedWeight weight{.tensor = info.id, .scheme = PackingScheme::Fp8Block};
  weight.scheme = scale->dtype == Dtype::F8_E8M0 ? PackingScheme::BlockScaled
                  : info.dtype == Dtype::I8      ? PackingScheme::Int8
                                                 : PackingScheme::Fp8Block;
  weight.logicalShape.assign(info.shape.begin(), info.shape.end());
  weight.parameters = info.elements().value_or(0);
  return weight;
}

std::optional<QuantizedWeight> CompanionFinder::quantized(const TensorInfo& info) const {
  const std::string_view last = lastPart(info.name);
  if (endsWith(info.name, blocksEnd)) {
    return blocks(info);
  }
  if (last == "qweight" || (last == "weight_packed" && info.dtype == Dtype::I32)) {
    return packedInts(info);
  }
  if (last != "weight" && last != "weight_packed") {
    return std::nullopt;
  }
  switch (info.dtype) {
  case Dtype::U8:
    return packedBytes(info);
  case Dtype::F4:
  case Dtype::F6_E2M3:
  case Dtype::F6_E3M2:
  case Dtype::F8_E4M3:
  case Dtype::F8_E5M2:
  case Dtype::F8_E4M3FNUZ:
  case Dtype::F8_E5M2FNUZ:
  case Dtype::I8:
    return scaled(info);
  default:
    return std::nullopt;
  }
}

Companions CompanionFinder::run() {
  Companions found;
  const auto nameOf = [this](std::uint32_t at) { return m_table.at(at).name; };
  m_slots.reserve(m_table.size());
  for (std::uint32_t at = 0; at < m_table.size(); ++at) {
    if (const TensorInfo info = m_table.at(at); info.described && !info.superseded) {
      m_slots.insert(at, nameOf);
    }
  }
  for (std::uint32_t at = 0; at < m_table.size(); ++at) {
    const TensorInfo info = m_table.at(at);
    if (!info.described || info.superseded) {
      continue;
    }
    const std::uint64_t elements = info.elements().value_or(0);
    addSaturating(found.storedElements, elements);
    if (const auto role = roleOf(info)) {
      found.companions.push_back({info.id, *role, weightFor(info)});
    } else if (auto weight = quantized(info)) {
      addSaturating(found.estimatedParameters, weight->parameters);
      found.weights.push_back(*std::move(weight));
    } else {
      addSaturating(found.estimatedParameters, elements);
    }
  }
  return found;
}

/// The item about `tensor` in a list that is in table order.
template<typename Item>
const Item* itemOf(const std::vector<Item>& items, TensorId tensor) {
  const auto found =
      std::lower_bound(items.begin(), items.end(), tensor,
                       [](const Item& item, TensorId id) { return item.tensor < id; });
  return found != items.end() && found->tensor == tensor ? &*found : nullptr;
}

} // namespace

std::string_view roleName(CompanionRole role) {
  constexpr std::array<std::string_view, 8> names{"scale",      "global scale", "input scale",
                                                  "zero point", "group index",  "shape note",
                                                  "code table", "state note"};
  return names[static_cast<std::size_t>(role)];
}

std::string_view schemeName(PackingScheme scheme) {
  constexpr std::array<std::string_view, 9> names{
      "MXFP4", "block-scaled",          "NVFP4",    "scaled F8", "pack-quantized", "GPTQ",
      "AWQ",   "4-bit of bitsandbytes", "scaled I8"};
  return names[static_cast<std::size_t>(scheme)];
}

std::optional<CompanionRole> companionRoleOf(std::string_view name) {
  if (isStateNote(name)) {
    return CompanionRole::StateNote;
  }
  const std::string_view last = lastPart(name);
  const auto* found = std::find_if(suffixes.begin(), suffixes.end(),
                                   [last](const Suffix& suffix) { return suffix.text == last; });
  return found == suffixes.end() ? std::nullopt : std::optional(found->role);
}

const Companion* Companions::companionOf(TensorId tensor) const {
  return itemOf(companions, tensor);
}

const QuantizedWeight* Companions::weightOf(TensorId tensor) const {
  return itemOf(weights, tensor);
}

Companions findCompanions(const TensorTable& table, const std::optional<ModelConfig>& config) {
  return CompanionFinder(table, config).run();
}

} // namespace assay
