#include "core/io/new_file.h"

#include "core/io/descriptor_buffer.h"
#include "core/io/file_system.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

namespace assay {
namespace {

std::optional<std::uint64_t> freeBytes(const std::filesystem::path& folder) {
  struct statvfs facts {};
  if (::statvfs(folder.c_str(), &facts) != 0) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(facts.f_bavail) * facts.f_frsize;
}

std::filesystem::path folderOf(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

Error writeError(const std::filesystem::path& target, int reason,
                 std::optional<std::uint64_t> position = std::nullopt) {
  if (reason == ENOSPC || reason == EDQUOT) {
    return {.code = ErrorCode::NoSpace,
            .subject = target.string(),
            .position = position,
            .actual = freeBytes(folderOf(target))};
  }
  return {.code = ErrorCode::WriteFailed,
          .subject = target.string(),
          .position = position,
          .detail = std::strerror(reason)};
}

/// A name beside `target` that nobody else uses, and its open descriptor (or -1 with errno set).
std::pair<std::filesystem::path, int> openTemporary(const std::filesystem::path& target) {
  static std::atomic<unsigned> counter = 0;
  // A long name plus the ending must stay within the 255 bytes that file systems allow.
  const std::string stem = target.filename().string().substr(0, 200);
  for (;;) {
    std::filesystem::path temporary =
        folderOf(target) / fmt::format(".{}.{}-{}.part", stem, ::getpid(), counter++);
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST) {
      return {std::move(temporary), descriptor};
    }
  }
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

struct NewFile::State {
  State(std::filesystem::path targetPath, std::filesystem::path temporaryPath, int openDescriptor,
        IfExists whatIfExists)
      : target(std::move(targetPath)), temporary(std::move(temporaryPath)),
        descriptor(openDescriptor), ifExists(whatIfExists), buffer(openDescriptor),
        stream(&buffer) {}
  ~State() {
    close();
    if (!temporary.empty()) {
      ::unlink(temporary.c_str());
    }
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  int close() { return descriptor < 0 || ::close(std::exchange(descriptor, -1)) == 0 ? 0 : errno; }
  int moveToTarget() {
    if (temporary.empty()) {
      return 0;
    }
    const int reason = ifExists == IfExists::Refuse ? moveToFreeName(temporary, target)
                       : ::rename(temporary.c_str(), target.c_str()) == 0 ? 0
                                                                          : errno;
    if (reason == 0) {
      temporary.clear();
    }
    return reason;
  }
  /// The new name itself lives in the folder; a system that cannot flush a folder is no error.
  void flushFolder() const {
    const int folder = ::open(folderOf(target).c_str(), O_RDONLY | O_CLOEXEC);
    if (folder >= 0) {
      (void)flushToDisk(folder);
      ::close(folder);
    }
  }

  std::filesystem::path target;
  std::filesystem::path temporary; ///< empty where the target is written directly, or after commit
  int descriptor;
  IfExists ifExists;
  DescriptorBuffer buffer;
  std::ostream stream;
};

Result<NewFile> NewFile::create(const std::filesystem::path& target, IfExists ifExists) {
  std::filesystem::path path = target;
  struct stat st {};
  const bool exists = ::stat(target.c_str(), &st) == 0;
  if (exists && S_ISDIR(st.st_mode)) {
    return fail(writeError(target, EISDIR));
  }
  if (exists && !S_ISREG(st.st_mode)) {
    const int descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) {
      return fail(writeError(target, errno));
    }
    return NewFile(std::make_unique<State>(target, "", descriptor, ifExists));
  }
  if (exists && ifExists == IfExists::Refuse) {
    return fail({.code = ErrorCode::OutputExists, .subject = target.string()});
  }
  if (exists) { // through a link, the file it names is replaced and not the link
    std::error_code unresolved;
    path = std::filesystem::canonical(target, unresolved);
    path = unresolved ? target : path;
  }
  auto [temporary, descriptor] = openTemporary(path);
  if (descriptor < 0) {
    return fail(writeError(target, errno));
  }
  if (exists) {
    (void)::fchmod(descriptor, st.st_mode & 07777); // who could read the old one can read this
  }
  return NewFile(std::make_unique<State>(path, std::move(temporary), descriptor, ifExists));
}

NewFile::NewFile(std::unique_ptr<State> state) : m_state(std::move(state)) {}
NewFile::NewFile(NewFile&&) noexcept = default;
NewFile& NewFile::operator=(NewFile&&) noexcept = default;
NewFile::~NewFile() = default;

const std::filesystem::path& NewFile::target() const {
  return m_state->target;
}

Result<void> NewFile::checkRoom(std::uint64_t bytes) const {
  const auto room = freeBytes(folderOf(m_state->target));
  if (room && *room < bytes && !m_state->temporary.empty()) {
    return fail({.code = ErrorCode::NoSpace,
                 .subject = m_state->target.string(),
                 .expected = bytes,
                 .actual = room});
  }
  return {};
}

Result<void> NewFile::write(std::span<const std::byte> bytes) {
  m_state->stream.write(reinterpret_cast<const char*>(bytes.data()),
                        static_cast<std::streamsize>(bytes.size()));
  return status();
}

std::ostream& NewFile::stream() {
  return m_state->stream;
}

Result<void> NewFile::status() const {
  const DescriptorBuffer& buffer = m_state->buffer;
  if (buffer.error() != 0) {
    return fail(writeError(m_state->target, buffer.error(), buffer.written()));
  }
  return {};
}

Result<void> NewFile::commit() {
  m_state->stream.flush();
  if (auto ok = status(); !ok) {
    return ok;
  }
  if (m_state->temporary.empty()) {
    const int reason = m_state->close();
    return reason == 0 ? Result<void>{} : fail(writeError(m_state->target, reason));
  }
  // Some file systems report a full disk only here.
  int reason = flushToDisk(m_state->descriptor);
  const int closing = m_state->close();
  reason = reason != 0 ? reason : closing;
  reason = reason != 0 ? reason : m_state->moveToTarget();
  if (reason == EEXIST && m_state->ifExists == IfExists::Refuse) {
    return fail({.code = ErrorCode::OutputExists, .subject = m_state->target.string()});
  }
  if (reason != 0) {
    return fail(writeError(m_state->target, reason));
  }
  m_state->flushFolder();
  return {};
}

} // namespace assay
