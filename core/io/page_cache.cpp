#include "core/io/page_cache.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace assay {
namespace {

constexpr std::uint64_t windowBytes = std::uint64_t{1} << 30U;

#ifdef __APPLE__
using PageState = char;
#else
using PageState = unsigned char;
#endif

/// Cached pages of one window, which is never touched. `begin` is a multiple of the page size.
std::optional<std::uint64_t> cachedPages(int descriptor, std::uint64_t begin, std::size_t length,
                                         std::vector<PageState>& states) {
  void* address =
      ::mmap(nullptr, length, PROT_READ, MAP_SHARED, descriptor, static_cast<off_t>(begin));
  if (address == MAP_FAILED) {
    return std::nullopt;
  }
  const bool told = ::mincore(address, length, states.data()) == 0;
  ::munmap(address, length);
  if (!told) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(
      std::count_if(states.begin(), states.end(),
                    [](PageState state) { return (static_cast<unsigned>(state) & 1U) != 0; }));
}

} // namespace

std::optional<std::uint64_t> cachedBytesByMapping(const FileBytes& file, ByteRange range) {
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  range.end = std::min(range.end, file.size());
  std::uint64_t bytes = 0;
  std::vector<PageState> states;
  for (std::uint64_t at = range.begin / page * page; at < range.end; at += windowBytes) {
    const auto length = static_cast<std::size_t>(std::min(windowBytes, range.end - at));
    states.assign((length + page - 1) / page, 0);
    const auto pages = cachedPages(file.descriptor(), at, length, states);
    if (!pages) {
      return std::nullopt;
    }
    bytes += *pages * page;
  }
  return std::min(bytes, range.size());
}

} // namespace assay
