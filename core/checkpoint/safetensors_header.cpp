#include "core/checkpoint/safetensors_header.h"

#include <utility>

namespace assay {

HeaderReading readHeader(std::string_view header, FindingList& findings) {
  // The fast reader's index can take four bytes a byte; no honest header comes near this size.
  constexpr std::size_t mostFastBytes = 1'000'000'000;
  if (header.size() <= mostFastBytes) {
    if (auto fast = readHeaderFast(header)) {
      return std::move(*fast);
    }
  }
  return readHeaderExactly(header, findings);
}

} // namespace assay
