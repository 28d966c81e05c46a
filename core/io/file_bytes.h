#pragma once

#include "core/base/byte_range.h"
#include "core/base/result.h"
#include "core/io/chunk_reader.h"

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

/// How `chunks` reaches the bytes. Whatever it is, bytes and errors are the same.
enum class FileAccess : std::uint8_t {
  Auto, ///< maps, but reads where mapping does not pay (small ranges) or is not to be trusted
        ///< (network file systems)
  Map,  ///< maps, and reads only where mapping fails
  Read, ///< reads
};

/// A file that is only read. Shared by all that look at it; every member is safe from any thread.
/// The size is that at opening: a file that changes afterwards ends a read in FileChanged. Each
/// holds a descriptor; the first that cannot get one raises the process's soft limit of open files
/// to the hard one, so that the shards of a large set can all be open.
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

  /// A sequential reader over `range`, in chunks of `chunkBytes` >= 1 (the last may be shorter).
  /// Chunk k starts at range.begin + k * chunkBytes, whatever the access. `access` other than Auto
  /// overrides that of the opening for this reader. Error: OutsideFile.
  [[nodiscard]] Result<ChunkReader> chunks(ByteRange range,
                                           std::size_t chunkBytes = defaultChunkBytes,
                                           FileAccess access = FileAccess::Auto) const;

  /// FileChanged if the file's size or modification time is no longer that of the opening;
  /// ReadFailed where the system does not say (a share that went away).
  [[nodiscard]] Result<void> verifyUnchanged() const;

  /// Whether `chunks` with Auto maps all ranges but small ones.
  [[nodiscard]] bool isMapped() const { return m_access != FileAccess::Read; }

  /// For windows that are mapped, and calls that ask about an open file.
  [[nodiscard]] int descriptor() const { return m_descriptor; }

  /// Tells what went wrong where mapped bytes of `range` turned out to be zeros in place of the
  /// file's: FileChanged or ReadFailed, never success.
  [[nodiscard]] Error explainFault(ByteRange range) const;

  /// 4 MiB: a multiple of 65,536 elements of every dtype of 8 to 64 bits.
  static constexpr std::size_t defaultChunkBytes = std::size_t{4} << 20U;

 private:
  FileBytes(std::filesystem::path path, int descriptor, FileIdentity identity, FileAccess access);
  [[nodiscard]] bool shallMap(ByteRange range, FileAccess access) const;

  std::filesystem::path m_path;
  int m_descriptor;
  FileIdentity m_identity;
  FileAccess m_access; ///< Read where Auto met a network file system
};

} // namespace assay
