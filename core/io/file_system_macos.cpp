#include "core/io/file_system.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/param.h>
#include <sys/resource.h>
#include <sys/syslimits.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace assay {

int flushToDisk(int descriptor) {
  // fsync alone leaves the bytes in the drive's cache; some file systems know only fsync.
  if (::fcntl(descriptor, F_FULLFSYNC) == 0 || ::fsync(descriptor) == 0) {
    return 0;
  }
  return errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

int openNameless(const std::filesystem::path&) {
  return -1;
}

int giveName(int, const std::filesystem::path&) {
  return ENOTSUP;
}

bool isOnNetwork(int descriptor) {
  struct statfs facts {};
  return ::fstatfs(descriptor, &facts) == 0 && (facts.f_flags & MNT_LOCAL) == 0;
}

bool raiseDescriptorLimit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return false;
  }
  // The hard limit reads as infinite, but setrlimit refuses more than OPEN_MAX.
  const rlim_t most = std::min<rlim_t>(limit.rlim_max, OPEN_MAX);
  if (limit.rlim_cur >= most) {
    return false;
  }
  limit.rlim_cur = most;
  return ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

} // namespace assay
