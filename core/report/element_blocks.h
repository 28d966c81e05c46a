#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/tensor/element_stream.h"

#include <cstdint>
#include <ostream>

namespace assay {

/// Calls `use(block)` for every block of `elements` while all goes well and `out` takes what is
/// written. Progress is in bytes of the tensor. Errors: Stopped, those of ElementStream.
template<typename Use>
[[nodiscard]] Result<void> forEachBlock(ElementStream& elements, const std::ostream& out,
                                        const StopToken& stop, ProgressSink& progress, Use use) {
  const unsigned bits = dtypeFacts(elements.layout().dtype).bits;
  const auto bytesOf = [bits](std::uint64_t count) {
    return count / 8 * bits + count % 8 * bits / 8;
  };
  const std::uint64_t total = bytesOf(availableElements(elements.slice(), elements.layout()));
  while (out.good()) {
    if (stop.stopRequested()) {
      return fail({.code = ErrorCode::Stopped});
    }
    const auto block = elements.next();
    if (!block) {
      return fail(block.error());
    }
    if (block->empty()) {
      break;
    }
    use(*block);
    progress.report({.bytesDone = bytesOf(elements.given()), .bytesTotal = total});
  }
  return {};
}

} // namespace assay
