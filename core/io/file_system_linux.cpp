#include "core/io/file_system.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <string>

namespace assay {

int flushToDisk(int descriptor) {
  // EINVAL and EROFS: pipes and special files have nothing to flush.
  return ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
}

int openNameless(const std::filesystem::path& folder) {
  // It gets its name through /proc, so there is no use for it where that is missing.
  static const bool named = ::access("/proc/self/fd", X_OK) == 0;
  return named ? ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666) : -1;
}

int giveName(int descriptor, const std::filesystem::path& path) {
  const std::string own = "/proc/self/fd/" + std::to_string(descriptor);
  return ::linkat(AT_FDCWD, own.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0 ? 0
                                                                                         : errno;
}

bool isOnNetwork(int descriptor) {
  // The magic numbers of statfs(2): NFS, SMB1, CIFS, SMB2, NCP, Coda, AFS (two), Ceph, 9P, FUSE,
  // Lustre, GPFS, OCFS2, BeeGFS, vboxsf, PanFS.
  constexpr std::array<std::uint32_t, 17> magics{
      0x6969,     0x517B,     0xFF534D42, 0xFE534D42, 0x564C,     0x73757245,
      0x5346414F, 0x6B414653, 0x00C36400, 0x01021997, 0x65735546, 0x0BD00BD0,
      0x47504653, 0x7461636F, 0x19830326, 0x786F4256, 0xAAD7AAEA};
  struct statfs facts {};
  if (::fstatfs(descriptor, &facts) != 0) {
    return false;
  }
  const auto magic = static_cast<std::uint32_t>(facts.f_type);
  return std::find(magics.begin(), magics.end(), magic) != magics.end();
}

bool raiseDescriptorLimit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) {
    return false;
  }
  limit.rlim_cur = limit.rlim_max;
  return ::setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

} // namespace assay
