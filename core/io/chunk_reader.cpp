#include "core/io/chunk_reader.h"

#include "core/io/file_bytes.h"
#include "core/io/mapped_window.h"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace assay {
namespace {

/// Far below the 1 GiB that page tables could bear: what a pass has behind it leaves this process's
/// resident memory early, and mapping anew costs nothing beside reading this much.
constexpr std::uint64_t windowBytes = std::uint64_t{64} << 20U;

} // namespace

class ChunkReader::Source {
 public:
  Source(std::shared_ptr<const FileBytes> file, ByteRange range, std::size_t chunkBytes,
         bool mapped)
      : m_file(std::move(file)), m_range(range), m_chunk{range.begin, range.begin},
        m_chunkBytes(std::max<std::size_t>(chunkBytes, 1)), m_mapped(mapped) {}

  Result<std::span<const std::byte>> next() {
    m_chunk.begin = m_chunk.end;
    m_chunk.end += std::min<std::uint64_t>(m_chunkBytes, m_range.end - m_chunk.begin);
    if (m_chunk.empty()) {
      m_window.reset();
      return std::span<const std::byte>();
    }
    if (m_mapped && moveWindow()) {
      return m_window->bytes(m_chunk);
    }
    return readChunk();
  }

  [[nodiscard]] std::uint64_t position() const { return m_chunk.begin; }

  Result<void> verify() {
    if (m_window && m_window->faulted()) {
      return fail(m_file->explainFault(m_chunk));
    }
    return m_file->verifyUnchanged();
  }

 private:
  /// Makes the window hold the chunk. False where the system does not map: then all the rest is
  /// read, so that one pass does not try again and again.
  bool moveWindow() {
    if (m_window && m_window->range().contains(m_chunk)) {
      return true;
    }
    m_window.reset();
    const std::uint64_t chunks = std::max<std::uint64_t>(windowBytes / m_chunkBytes, 1);
    const std::uint64_t rest = m_range.end - m_chunk.begin;
    const std::uint64_t length =
        chunks > rest / m_chunkBytes ? rest : std::min(chunks * m_chunkBytes, rest);
    m_window = MappedWindow::map(m_file->descriptor(), {m_chunk.begin, m_chunk.begin + length});
    m_mapped = m_window.has_value();
    return m_mapped;
  }

  Result<std::span<const std::byte>> readChunk() {
    try {
      m_buffer.resize(m_chunk.size());
    } catch (const std::bad_alloc&) {
      return failed({.code = ErrorCode::OutOfMemory,
                     .subject = m_file->path().string(),
                     .expected = m_chunk.size()});
    }
    if (auto ok = m_file->read(m_chunk.begin, m_buffer); !ok) {
      return failed(ok.error());
    }
    return std::span<const std::byte>(m_buffer);
  }

  tl::unexpected<Error> failed(Error error) {
    m_chunk.end = m_range.end; // the next chunk is empty
    return fail(std::move(error));
  }

  std::shared_ptr<const FileBytes> m_file;
  ByteRange m_range;
  ByteRange m_chunk; ///< that next() gave last
  std::size_t m_chunkBytes;
  bool m_mapped;
  std::optional<MappedWindow> m_window;
  std::vector<std::byte> m_buffer;
};

ChunkReader::ChunkReader(std::shared_ptr<const FileBytes> file, ByteRange range,
                         std::size_t chunkBytes, bool mapped)
    : m_source(std::make_unique<Source>(std::move(file), range, chunkBytes, mapped)) {}
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
  return m_source->verify();
}

} // namespace assay
