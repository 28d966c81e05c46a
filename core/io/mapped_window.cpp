#include "core/io/mapped_window.h"

#include <sys/mman.h>
#include <unistd.h>

#include <limits>
#include <utility>

namespace assay {

std::optional<MappedWindow> MappedWindow::map(int descriptor, ByteRange range) {
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::uint64_t begin = range.begin / page * page;
  const std::uint64_t length = range.end - begin;
  if (range.empty() || length > std::numeric_limits<std::size_t>::max() / 2) {
    return std::nullopt;
  }
  void* address =
      ::mmap(nullptr, length, PROT_READ, MAP_SHARED, descriptor, static_cast<off_t>(begin));
  if (address == MAP_FAILED) {
    return std::nullopt;
  }
  auto guard = FaultGuard::watch(address, length);
  if (!guard) {
    ::munmap(address, length);
    return std::nullopt;
  }
  (void)::madvise(address, length, MADV_SEQUENTIAL);
  return MappedWindow(static_cast<std::byte*>(address), length, range.begin - begin, range,
                      std::move(*guard));
}

MappedWindow::MappedWindow(std::byte* address, std::size_t length, std::size_t offset,
                           ByteRange range, FaultGuard guard)
    : m_address(address), m_length(length), m_offset(offset), m_range(range),
      m_guard(std::move(guard)) {}

MappedWindow::MappedWindow(MappedWindow&& other) noexcept
    : m_address(std::exchange(other.m_address, nullptr)), m_length(other.m_length),
      m_offset(other.m_offset), m_range(other.m_range), m_guard(std::move(other.m_guard)) {}

MappedWindow& MappedWindow::operator=(MappedWindow&& other) noexcept {
  if (this != &other) {
    unmap();
    m_address = std::exchange(other.m_address, nullptr);
    m_length = other.m_length;
    m_offset = other.m_offset;
    m_range = other.m_range;
    m_guard = std::move(other.m_guard);
  }
  return *this;
}

MappedWindow::~MappedWindow() {
  unmap();
}

void MappedWindow::unmap() {
  m_guard.reset(); // first: the addresses may be another's as soon as they are unmapped
  if (m_address != nullptr) {
    ::munmap(std::exchange(m_address, nullptr), m_length);
  }
}

std::span<const std::byte> MappedWindow::bytes(ByteRange part) const {
  return {m_address + m_offset + (part.begin - m_range.begin), part.size()};
}

} // namespace assay
