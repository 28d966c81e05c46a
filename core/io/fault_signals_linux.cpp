#include "core/io/fault_signals.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace assay {

std::span<const int> fileFaultSignals() {
  static constexpr int signals[] = {SIGBUS};
  return signals;
}

bool isFileFault(const siginfo_t& info) {
  return info.si_code == BUS_ADRERR;
}

bool replaceByZeros(void* begin, std::size_t bytes) {
  // The system call itself: a sanitizer's mmap does more than a signal handler may.
#ifdef SYS_mmap2 // 32-bit systems
  const long place = ::syscall(SYS_mmap2, begin, bytes, PROT_READ,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0L);
#else
  const long place =
      ::syscall(SYS_mmap, begin, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0L);
#endif
  return reinterpret_cast<std::uintptr_t>(begin) == static_cast<std::uintptr_t>(place);
}

} // namespace assay
