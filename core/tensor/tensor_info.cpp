#include "core/tensor/tensor_info.h"

#include "core/base/checked.h"
#include "core/base/number_text.h"

namespace assay {

std::string_view stateName(TensorState state) {
  switch (state) {
  case TensorState::Present:
    return "present";
  case TensorState::Partial:
    return "partial";
  case TensorState::BeyondEnd:
    return "beyond_end";
  case TensorState::Missing:
    return "missing";
  case TensorState::AbsentFromShard:
    return "absent_from_shard";
  case TensorState::NotInIndex:
    return "not_in_index";
  }
  return "";
}

std::optional<std::uint64_t> elementCount(std::span<const std::uint64_t> shape) {
  std::optional<std::uint64_t> product = 1;
  for (const std::uint64_t dim : shape) {
    product = checkedMul(*product, dim);
    if (!product) {
      return std::nullopt;
    }
  }
  return product;
}

std::string shapeText(std::span<const std::uint64_t> shape, std::string_view times) {
  if (shape.empty()) {
    return "scalar";
  }
  std::string text;
  for (const std::uint64_t dim : shape) {
    if (!text.empty()) {
      text += times;
    }
    text += groupedText(dim);
  }
  return text;
}

} // namespace assay
