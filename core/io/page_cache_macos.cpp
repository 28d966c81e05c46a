#include "core/io/page_cache.h"

#include <sys/mman.h>

#include <algorithm>

namespace assay {

std::optional<std::uint64_t> cachedBytes(const FileBytes& file, ByteRange range) {
  return cachedBytesByMapping(file, range);
}

bool dropFromCache(const FileBytes& file) {
  // There is no call for a file; invalidating a mapping drops the clean pages behind it.
  constexpr std::uint64_t windowBytes = std::uint64_t{1} << 30U;
  bool asked = true;
  for (std::uint64_t at = 0; at < file.size(); at += windowBytes) {
    const auto length = static_cast<std::size_t>(std::min(windowBytes, file.size() - at));
    void* address =
        ::mmap(nullptr, length, PROT_READ, MAP_SHARED, file.descriptor(), static_cast<off_t>(at));
    if (address == MAP_FAILED) {
      return false;
    }
    asked = ::msync(address, length, MS_INVALIDATE) == 0 && asked;
    ::munmap(address, length);
  }
  return asked;
}

} // namespace assay
