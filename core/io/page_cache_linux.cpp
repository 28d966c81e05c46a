#include "core/io/page_cache.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

namespace assay {
namespace {

/// cachestat(2) of Linux 6.5; the C library of Debian 12 does not know it yet. The number is the
/// same on every architecture.
constexpr long cachestatCall = 451;
struct CacheRange {
  std::uint64_t offset;
  std::uint64_t length;
};
struct CacheCounts {
  std::uint64_t cached;
  std::uint64_t dirty;
  std::uint64_t writeback;
  std::uint64_t evicted;
  std::uint64_t recentlyEvicted;
};

} // namespace

std::optional<std::uint64_t> cachedBytes(const FileBytes& file, ByteRange range) {
  range.end = std::min(range.end, file.size());
  if (range.empty()) {
    return 0;
  }
  const CacheRange asked{range.begin, range.size()};
  CacheCounts counts{};
  if (::syscall(cachestatCall, file.descriptor(), &asked, &counts, 0U) == 0) {
    const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return std::min(counts.cached * page, range.size());
  }
  return cachedBytesByMapping(file, range);
}

bool dropFromCache(const FileBytes& file) {
  // Pages that are not on the disk yet cannot be dropped.
  (void)::fdatasync(file.descriptor());
  return ::posix_fadvise(file.descriptor(), 0, 0, POSIX_FADV_DONTNEED) == 0;
}

} // namespace assay
