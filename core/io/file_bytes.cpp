#include "core/io/file_bytes.h"

#include "core/base/checked.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace assay {
namespace {

FileIdentity identityOf(const struct stat& st) {
#ifdef __APPLE__
  const timespec& modified = st.st_mtimespec;
#else
  const timespec& modified = st.st_mtim;
#endif
  return {static_cast<std::uint64_t>(st.st_dev), static_cast<std::uint64_t>(st.st_ino),
          static_cast<std::uint64_t>(st.st_size),
          static_cast<std::int64_t>(modified.tv_sec) * 1'000'000'000 + modified.tv_nsec};
}

ErrorCode openErrorCode(int reason) {
  switch (reason) {
  case ENOENT:
  case ENOTDIR:
    return ErrorCode::NotFound;
  case EACCES:
  case EPERM:
    return ErrorCode::NoPermission;
  default:
    return ErrorCode::OpenFailed;
  }
}

} // namespace

Result<std::shared_ptr<const FileBytes>> FileBytes::open(const std::filesystem::path& path,
                                                         FileAccess) {
  // O_NONBLOCK: opening a pipe that nobody writes to must not hang; regular files ignore it.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    const int reason = errno;
    return fail(
        {.code = openErrorCode(reason),
         .subject = path.string(),
         .detail = openErrorCode(reason) == ErrorCode::OpenFailed ? std::strerror(reason) : ""});
  }
  struct stat st {};
  if (::fstat(descriptor, &st) != 0 || !S_ISREG(st.st_mode)) {
    ::close(descriptor);
    return fail({.code = S_ISDIR(st.st_mode) ? ErrorCode::IsAFolder : ErrorCode::NotARegularFile,
                 .subject = path.string()});
  }
  return std::shared_ptr<const FileBytes>(new FileBytes(path, descriptor, identityOf(st), false));
}

FileBytes::FileBytes(std::filesystem::path path, int descriptor, FileIdentity identity, bool mapped)
    : m_path(std::move(path)), m_descriptor(descriptor), m_identity(identity), m_mapped(mapped) {}

FileBytes::~FileBytes() {
  ::close(m_descriptor);
}

Result<void> FileBytes::read(std::uint64_t offset, std::span<std::byte> out) const {
  const auto end = checkedAdd(offset, out.size());
  if (!end || *end > size()) {
    return fail({.code = ErrorCode::OutsideFile,
                 .subject = m_path.string(),
                 .position = offset,
                 .expected = out.size(),
                 .actual = size()});
  }
  while (!out.empty()) {
    const ssize_t got = ::pread(m_descriptor, out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return fail({.code = ErrorCode::ReadFailed,
                   .subject = m_path.string(),
                   .position = offset,
                   .detail = std::strerror(errno)});
    }
    if (got == 0) {
      return fail({.code = ErrorCode::FileChanged,
                   .subject = m_path.string(),
                   .position = offset,
                   .expected = size(),
                   .actual = offset});
    }
    out = out.subspan(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return {};
}

Result<void> FileBytes::verifyUnchanged() const {
  struct stat st {};
  if (::fstat(m_descriptor, &st) != 0 || identityOf(st) != m_identity) {
    return fail({.code = ErrorCode::FileChanged,
                 .subject = m_path.string(),
                 .expected = size(),
                 .actual = static_cast<std::uint64_t>(st.st_size)});
  }
  return {};
}

class ChunkReader::Source {
 public:
  Source(std::shared_ptr<const FileBytes> file, ByteRange range, std::size_t chunkBytes)
      : m_file(std::move(file)), m_range(range), m_next(range.begin), m_chunkBytes(chunkBytes) {}

  Result<std::span<const std::byte>> next() {
    m_position = m_next;
    const auto length =
        static_cast<std::size_t>(std::min<std::uint64_t>(m_chunkBytes, m_range.end - m_next));
    m_buffer.resize(length);
    if (auto ok = m_file->read(m_position, m_buffer); !ok) {
      return fail(ok.error());
    }
    m_next += length;
    return std::span<const std::byte>(m_buffer);
  }
  [[nodiscard]] std::uint64_t position() const { return m_position; }

 private:
  std::shared_ptr<const FileBytes> m_file;
  ByteRange m_range;
  std::uint64_t m_next;
  std::uint64_t m_position = 0;
  std::size_t m_chunkBytes;
  std::vector<std::byte> m_buffer;
};

Result<ChunkReader> FileBytes::chunks(ByteRange range, std::size_t chunkBytes) const {
  if (range.begin > range.end || range.end > size()) {
    return fail({.code = ErrorCode::OutsideFile,
                 .subject = m_path.string(),
                 .position = range.begin,
                 .expected = range.size(),
                 .actual = size()});
  }
  return ChunkReader(std::make_unique<ChunkReader::Source>(shared_from_this(), range, chunkBytes));
}

ChunkReader::ChunkReader(std::unique_ptr<Source> source) : m_source(std::move(source)) {}
ChunkReader::ChunkReader(ChunkReader&&) noexcept = default;
ChunkReader& ChunkReader::operator=(ChunkReader&&) noexcept = default;
ChunkReader::~ChunkReader() = default;

Result<std::span<const std::byte>> ChunkReader::next() {
  return m_source->next();
}
std::uint64_t ChunkReader::position() const {
  return m_source->position();
}
Result<void> ChunkReader::verify() {
  return {};
}

} // namespace assay
