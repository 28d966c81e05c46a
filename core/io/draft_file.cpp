#include "core/io/draft_file.h"

#include "core/io/file_system.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <utility>

namespace assay {
namespace {

/// A hidden name beside `target` that no other draft of this computer's processes has.
std::filesystem::path hiddenName(const std::filesystem::path& target) {
  static std::atomic<unsigned> counter = 0;
  // A long name plus the ending must stay within the 255 bytes that file systems allow.
  const std::string stem = target.filename().string().substr(0, 200);
  return folderOf(target) / fmt::format(".{}.{}-{}.part", stem, ::getpid(), counter++);
}

/// Moves without replacing. Returns 0 or an errno, EEXIST where the target is there.
int moveToFreeName(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return 0;
  }
  if (errno == EEXIST) {
    return EEXIST;
  }
  // No hard links here (FAT, some network shares): look, then rename.
  struct stat st {};
  if (::lstat(to.c_str(), &st) == 0) {
    return EEXIST;
  }
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

} // namespace

std::filesystem::path folderOf(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

std::optional<DraftFile> DraftFile::beside(const std::filesystem::path& target, Name kind) {
  const int nameless = kind == Name::Hidden ? -1 : openNameless(folderOf(target));
  if (nameless >= 0) {
    return DraftFile(nameless, {});
  }
  for (;;) {
    std::filesystem::path name = hiddenName(target);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      return DraftFile(descriptor, std::move(name));
    }
    if (errno != EEXIST) {
      return std::nullopt;
    }
  }
}

DraftFile::DraftFile(int descriptor, std::filesystem::path name)
    : m_descriptor(descriptor), m_name(std::move(name)) {}

DraftFile::DraftFile(DraftFile&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)), m_name(std::move(other.m_name)) {
  other.m_name.clear();
}

DraftFile::~DraftFile() {
  (void)close();
  if (!m_name.empty()) {
    ::unlink(m_name.c_str());
  }
}

int DraftFile::close() {
  return m_descriptor < 0 || ::close(std::exchange(m_descriptor, -1)) == 0 ? 0 : errno;
}

/// Only a name can replace another name: for a moment the draft has a hidden one.
int DraftFile::takeName(const std::filesystem::path& target) {
  for (;;) {
    std::filesystem::path name = hiddenName(target);
    const int reason = giveName(m_descriptor, name);
    if (reason == 0) {
      m_name = std::move(name);
    }
    if (reason != EEXIST) {
      return reason;
    }
  }
}

int DraftFile::publish(const std::filesystem::path& target, IfTaken ifTaken) {
  int reason = 0;
  if (m_name.empty() && ifTaken == IfTaken::Refuse) {
    reason = giveName(m_descriptor, target);
    const int closing = close();
    return reason != 0 ? reason : closing;
  }
  reason = m_name.empty() ? takeName(target) : 0;
  const int closing = close(); // some file systems report a full disk only here
  reason = reason != 0 ? reason : closing;
  if (reason == 0) {
    reason = ifTaken == IfTaken::Refuse                      ? moveToFreeName(m_name, target)
             : ::rename(m_name.c_str(), target.c_str()) == 0 ? 0
                                                             : errno;
  }
  if (reason == 0) {
    m_name.clear();
  }
  return reason;
}

} // namespace assay
