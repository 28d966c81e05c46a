#pragma once

#include "core/base/byte_range.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

namespace assay {

/// What tells one state of a file from another.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t bytes = 0;
  std::int64_t modifiedNs = 0; ///< modification time, nanoseconds since the epoch
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// How the bytes are reached. Auto maps, and falls back to reading where mapping fails or the file
/// lies on a network file system.
enum class FileAccess : std::uint8_t { Auto, Map, Read };

class ChunkReader;

/// A file that is only read. Shared by all that look at it; every member is safe from any thread.
/// The size is that at opening: a file that changes afterwards ends a read in FileChanged.
class FileBytes : public std::enable_shared_from_this<FileBytes> {
 public:
  /// Opens a regular file. Errors: NotFound, NoPermission, IsAFolder, NotARegularFile, OpenFailed.
  [[nodiscard]] static Result<std::shared_ptr<const FileBytes>>
  open(const std::filesystem::path& path, FileAccess access = FileAccess::Auto);

  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  ~FileBytes();

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
  [[nodiscard]] std::uint64_t size() const { return m_identity.bytes; }
  [[nodiscard]] const FileIdentity& identity() const { return m_identity; }

  /// Fills `out` with the bytes from `offset`, by pread: maps nothing and leaves no page of the
  /// file in this process's memory. Errors: OutsideFile, FileChanged (with position, expected and
  /// actual size), ReadFailed (with the system's reason).
  [[nodiscard]] Result<void> read(std::uint64_t offset, std::span<std::byte> out) const;

  /// A sequential reader over `range`, in chunks of `chunkBytes` (the last may be shorter). Chunk k
  /// starts at range.begin + k * chunkBytes, whatever the access. Error: OutsideFile.
  [[nodiscard]] Result<ChunkReader> chunks(ByteRange range,
                                           std::size_t chunkBytes = defaultChunkBytes) const;

  /// FileChanged if the file's size or modification time is no longer that of the opening.
  [[nodiscard]] Result<void> verifyUnchanged() const;

  /// Whether `chunks` goes through mapped windows here.
  [[nodiscard]] bool isMapped() const { return m_mapped; }

  /// 4 MiB: a multiple of 65,536 elements of every dtype of 8 to 64 bits.
  static constexpr std::size_t defaultChunkBytes = std::size_t{4} << 20U;

 private:
  FileBytes(std::filesystem::path path, int descriptor, FileIdentity identity, bool mapped);
  friend class ChunkReader;

  std::filesystem::path m_path;
  int m_descriptor;
  FileIdentity m_identity;
  bool m_mapped;
};

/// Yields the chunks of a range one after another. Used by one thread at a time; move-only.
///
///     auto reader = file->chunks(range);
///     for (;;) {
///       Result<std::span<const std::byte>> chunk = reader->next();   // empty: at the end
///       ... compute on *chunk ...
///       if (auto ok = reader->verify(); !ok) return fail(ok.error());  // before merging the
///       result
///     }
class ChunkReader {
 public:
  ChunkReader(ChunkReader&&) noexcept;
  ChunkReader& operator=(ChunkReader&&) noexcept;
  ~ChunkReader();

  /// The next chunk, valid until the following call of next(); an empty span after the last.
  /// Bytes have no alignment that a caller could count on.
  [[nodiscard]] Result<std::span<const std::byte>> next();

  /// The position in the file of the chunk that next() gave last.
  [[nodiscard]] std::uint64_t position() const;

  /// Says whether the chunk that next() gave last was really the file's bytes: mapped pages of a
  /// file that was cut short meanwhile read as zeros. Call it after computing on a chunk and before
  /// merging what was computed. Errors: FileChanged, ReadFailed.
  [[nodiscard]] Result<void> verify();

 private:
  friend class FileBytes;
  class Source;
  explicit ChunkReader(std::unique_ptr<Source> source);
  std::unique_ptr<Source> m_source;
};

} // namespace assay
