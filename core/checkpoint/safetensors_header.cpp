#include "core/checkpoint/safetensors_header.h"

#include <utility>

namespace assay {

HeaderReading readHeader(std::string_view header, FindingList& findings) {
  if (auto fast = readHeaderFast(header)) {
    return std::move(*fast);
  }
  return readHeaderExactly(header, findings);
}

} // namespace assay
