#include "core/io/memory_usage.h"

#include <sys/resource.h>

namespace assay {

PageFaults pageFaults() {
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) {
    return {};
  }
  return {static_cast<std::uint64_t>(usage.ru_minflt), static_cast<std::uint64_t>(usage.ru_majflt)};
}

} // namespace assay
