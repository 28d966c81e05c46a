#include "core/io/memory_usage.h"

#include <mach/mach.h>

namespace assay {

std::optional<MemoryUsage> memoryUsage() {
  task_vm_info_data_t info{};
  mach_msg_type_number_t count = TASK_VM_INFO_COUNT;
  if (::task_info(mach_task_self(), TASK_VM_INFO, reinterpret_cast<task_info_t>(&info), &count) !=
      KERN_SUCCESS) {
    return std::nullopt;
  }
  return MemoryUsage{info.external, info.internal, info.resident_size_peak};
}

bool resetPeakMemory() {
  return false;
}

} // namespace assay
