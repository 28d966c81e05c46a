#pragma once

#include "core/base/byte_range.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace assay {

class FileBytes;

/// Yields the chunks of a range one after another. Used by one thread at a time; move-only.
///
///     auto reader = file->chunks(range);
///     for (;;) {
///       auto chunk = reader->next();
///       if (!chunk) return fail(chunk.error());
///       if (chunk->empty()) break;
///       ... compute on *chunk ...
///       if (auto ok = reader->verify(); !ok) return fail(ok.error());
///       ... merge what was computed ...
///     }
class ChunkReader {
 public:
  ChunkReader(ChunkReader&&) noexcept;
  ChunkReader& operator=(ChunkReader&&) noexcept;
  ~ChunkReader();

  /// The next chunk, valid until the following call of next(); an empty span after the last.
  /// Bytes have no alignment that a caller could count on. Errors: FileChanged, ReadFailed,
  /// OutOfMemory; after one the reader is at its end.
  [[nodiscard]] Result<std::span<const std::byte>> next();

  /// The position in the file of the chunk that next() gave last.
  [[nodiscard]] std::uint64_t position() const;

  /// Says whether the chunk that next() gave last was really the file's bytes: mapped pages of a
  /// file that was cut short meanwhile read as zeros, and a file can be written to in place. Call
  /// it after computing on a chunk and before merging what was computed; it costs one fstat.
  /// Errors: FileChanged, ReadFailed.
  [[nodiscard]] Result<void> verify();

 private:
  friend class FileBytes;
  class Source;
  ChunkReader(std::shared_ptr<const FileBytes> file, ByteRange range, std::size_t chunkBytes,
              bool mapped);
  std::unique_ptr<Source> m_source;
};

} // namespace assay
