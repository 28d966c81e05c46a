#pragma once

#include <cstdint>

namespace assay {

/// The half-open range of byte positions [begin, end) of a file or of its data part.
/// A range made by a reader has begin <= end; `size` of any other is 0.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] constexpr std::uint64_t size() const { return end > begin ? end - begin : 0; }
  [[nodiscard]] constexpr bool empty() const { return size() == 0; }
  [[nodiscard]] constexpr bool contains(const ByteRange& other) const {
    return begin <= other.begin && other.end <= end;
  }
  friend constexpr bool operator==(const ByteRange&, const ByteRange&) = default;
};

} // namespace assay
