#include "core/io/file_system.h"

#include <sys/resource.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

namespace assay {

int flushToDisk(int descriptor) {
  // EINVAL and EROFS: pipes and special files have nothing to flush.
  return ::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
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
