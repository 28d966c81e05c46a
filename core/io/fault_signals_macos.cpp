#include "core/io/fault_signals.h"

#include <sys/mman.h>

namespace assay {

std::span<const int> fileFaultSignals() {
  // Which of the two comes has changed between versions of the system.
  static constexpr int signals[] = {SIGBUS, SIGSEGV};
  return signals;
}

bool isFileFault(const siginfo_t& info) {
  // No code stands for broken memory here: the system stops before a program could learn of it.
  return info.si_code > 0;
}

bool replaceByZeros(std::uintptr_t begin, std::size_t bytes) {
  void* address = reinterpret_cast<void*>(begin);
  return ::mmap(address, bytes, PROT_READ, MAP_PRIVATE | MAP_ANON | MAP_FIXED, -1, 0) == address;
}

} // namespace assay
