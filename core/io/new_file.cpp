#include "core/io/new_file.h"

#include "core/io/descriptor_buffer.h"
#include "core/io/draft_file.h"
#include "core/io/file_system.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

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

} // namespace

struct NewFile::State {
  State(std::filesystem::path targetPath, std::optional<DraftFile> draftFile, int openDescriptor,
        IfExists whatIfExists)
      : target(std::move(targetPath)), draft(std::move(draftFile)), device(openDescriptor),
        ifExists(whatIfExists), buffer(draft ? draft->descriptor() : device), stream(&buffer) {}
  ~State() { (void)closeDevice(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  [[nodiscard]] int closeDevice() {
    return device < 0 || ::close(std::exchange(device, -1)) == 0 ? 0 : errno;
  }
  [[nodiscard]] int publishDraft() {
    const int reason = flushToDisk(draft->descriptor());
    return reason != 0
               ? reason
               : draft->publish(target, ifExists == IfExists::Refuse ? DraftFile::IfTaken::Refuse
                                                                     : DraftFile::IfTaken::Replace);
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
  std::optional<DraftFile> draft; ///< else the target is a device and written directly
  int device;
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
    return NewFile(std::make_unique<State>(target, std::nullopt, descriptor, ifExists));
  }
  if (exists && ifExists == IfExists::Refuse) {
    return fail({.code = ErrorCode::OutputExists, .subject = target.string()});
  }
  if (exists) { // through a link, the file it names is replaced and not the link
    std::error_code unresolved;
    path = std::filesystem::canonical(target, unresolved);
    path = unresolved ? target : path;
  }
  auto draft = DraftFile::beside(path);
  if (!draft) {
    return fail(writeError(target, errno));
  }
  if (exists) { // who could read the old one can read this
    (void)::fchmod(draft->descriptor(), st.st_mode & 07777);
  }
  return NewFile(std::make_unique<State>(path, std::move(draft), -1, ifExists));
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
  if (room && *room < bytes && m_state->draft) {
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
  if (!m_state->draft) {
    const int reason = m_state->closeDevice();
    return reason == 0 ? Result<void>{} : fail(writeError(m_state->target, reason));
  }
  const int reason = m_state->publishDraft();
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
