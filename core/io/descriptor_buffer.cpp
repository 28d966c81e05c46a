#include "core/io/descriptor_buffer.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace assay {
namespace {

constexpr std::size_t bufferBytes = std::size_t{64} << 10U;
/// macOS refuses a single write of more than 2 GiB - 1 bytes.
constexpr std::size_t mostAtOnce = std::size_t{1} << 30U;

} // namespace

DescriptorBuffer::DescriptorBuffer(int descriptor)
    : m_descriptor(descriptor), m_buffer(bufferBytes) {
  setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
}

bool DescriptorBuffer::writeAll(const char* bytes, std::size_t count) {
  while (count > 0 && m_error == 0) {
    const ssize_t taken = ::write(m_descriptor, bytes, std::min(count, mostAtOnce));
    if (taken < 0) {
      if (errno != EINTR) {
        m_error = errno;
      }
      continue;
    }
    bytes += taken;
    count -= static_cast<std::size_t>(taken);
    m_written += static_cast<std::uint64_t>(taken);
  }
  return m_error == 0;
}

bool DescriptorBuffer::flushBuffer() {
  const bool ok = writeAll(pbase(), static_cast<std::size_t>(pptr() - pbase()));
  setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
  return ok;
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type character) {
  if (!flushBuffer()) {
    return traits_type::eof();
  }
  if (!traits_type::eq_int_type(character, traits_type::eof())) {
    *pptr() = traits_type::to_char_type(character);
    pbump(1);
  }
  return traits_type::not_eof(character);
}

std::streamsize DescriptorBuffer::xsputn(const char* bytes, std::streamsize count) {
  const auto size = static_cast<std::size_t>(count);
  if (size > static_cast<std::size_t>(epptr() - pptr()) && !flushBuffer()) {
    return 0;
  }
  if (size >= m_buffer.size()) {
    return writeAll(bytes, size) ? count : 0;
  }
  std::copy_n(bytes, size, pptr());
  pbump(static_cast<int>(size));
  return count;
}

int DescriptorBuffer::sync() {
  return flushBuffer() ? 0 : -1;
}

} // namespace assay
