#include "core/checkpoint/safetensors_header.h"

namespace assay {

std::optional<HeaderReading> readHeaderFast(std::string_view) {
  return std::nullopt;
}

} // namespace assay
