#include "core/checkpoint/header_text.h"

#include "core/checkpoint/safetensors_header.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>

namespace assay {

void HeaderText::Free::operator()(char* bytes) const {
  std::free(bytes);
}

// realloc, because it can move gigabytes without copying them and leaves new memory untouched.
bool HeaderText::reserve(std::size_t size) {
  if (m_bytes && size <= m_capacity) {
    return true;
  }
  auto* grown = static_cast<char*>(std::realloc(m_bytes.get(), size + headerPaddingBytes));
  if (grown == nullptr) {
    return false;
  }
  (void)m_bytes.release();
  m_bytes.reset(grown);
  m_capacity = size;
  return true;
}

Result<HeaderText> HeaderText::read(const FileBytes& file, std::uint64_t length,
                                    const StopToken& stop) {
  constexpr std::uint64_t piece = std::uint64_t{16} << 20U;
  HeaderText header;
  bool ended = false;
  for (std::uint64_t done = 0; (done < length || done == 0) && !ended;) {
    const std::uint64_t next = std::min(length - done, piece);
    const std::uint64_t wanted = std::max(done + next, std::min(length, done * 2));
    if (!header.reserve(static_cast<std::size_t>(wanted))) {
      return fail(
          {.code = ErrorCode::OutOfMemory, .subject = file.path().string(), .expected = wanted});
    }
    const std::span<char> room(header.m_bytes.get() + done, static_cast<std::size_t>(next));
    if (auto ok = file.read(headerStart + done, std::as_writable_bytes(room)); !ok) {
      return fail(ok.error());
    }
    done += next;
    header.m_size = static_cast<std::size_t>(done);
    const void* zero = next == 0 ? nullptr : std::memchr(room.data(), 0, room.size());
    ended = next == 0 || zero != nullptr;
    if (zero != nullptr && done < length) {
      // Behind the zero byte, lest a character is cut in two.
      header.m_size =
          static_cast<std::size_t>(static_cast<const char*>(zero) + 1 - header.m_bytes.get());
    }
    if (stop.stopRequested()) {
      return fail({.code = ErrorCode::Stopped, .subject = file.path().string()});
    }
  }
  std::memset(header.m_bytes.get() + header.m_size, 0, headerPaddingBytes);
  return header;
}

} // namespace assay
