#include "core/io/memory_usage.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <string_view>

namespace assay {
namespace {

/// The bytes in a line such as "VmHWM:     1234 kB" of `status`.
std::optional<std::uint64_t> lineOf(std::string_view status, std::string_view name) {
  std::size_t at = status.find(name);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  at = status.find_first_of("0123456789", at + name.size());
  std::uint64_t kib = 0;
  if (at == std::string_view::npos ||
      std::from_chars(status.data() + at, status.data() + status.size(), kib).ec != std::errc()) {
    return std::nullopt;
  }
  return kib * 1024;
}

} // namespace

std::optional<MemoryUsage> memoryUsage() {
  // No stream and no heap: measuring must not change what is measured.
  std::array<char, 8192> buffer;
  const int descriptor = ::open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return std::nullopt;
  }
  const ssize_t length = ::read(descriptor, buffer.data(), buffer.size());
  ::close(descriptor);
  if (length <= 0) {
    return std::nullopt;
  }
  const std::string_view status(buffer.data(), static_cast<std::size_t>(length));
  const auto anon = lineOf(status, "\nRssAnon:");
  const auto file = lineOf(status, "\nRssFile:");
  const auto shared = lineOf(status, "\nRssShmem:");
  const auto peak = lineOf(status, "\nVmHWM:");
  if (!anon || !file || !shared || !peak) {
    return std::nullopt;
  }
  return MemoryUsage{*file + *shared, *anon, *peak};
}

bool resetPeakMemory() {
  const int descriptor = ::open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return false;
  }
  const bool done = ::write(descriptor, "5", 1) == 1;
  ::close(descriptor);
  return done;
}

} // namespace assay
