#include "core/io/fault_signals.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace assay {

std::span<const int> fileFaultSignals() {
  static constexpr int signals[] = {SIGBUS};
  return signals;
}

bool isFileFault(const siginfo_t& info) {
  return info.si_code == BUS_ADRERR;
}

bool replaceByZeros(std::uintptr_t begin, std::size_t bytes) {
  // The system call itself: a sanitizer's mmap does more than a signal handler may.
  const long place =
      ::syscall(SYS_mmap, begin, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0L);
  return begin == static_cast<std::uintptr_t>(place);
}

} // namespace assay
