#pragma once

#include "core/tensor/tensor_info.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace assay {

/// How the data of a tensor is cut into chunks, and these into parts: always alike, so that figures
/// do not depend on who reads what. Chunks hold whole elements and whole blocks of moments.
class TensorParts {
 public:
  static constexpr std::uint64_t chunksAPart = 8;

  /// `values`: of the whole tensor, C64 two an element.
  TensorParts(Dtype dtype, ByteRange range, std::uint64_t values)
      : m_range(range), m_values(values),
        m_valueBits(dtype == Dtype::C64 ? 32 : dtypeFacts(dtype).bits) {}

  explicit TensorParts(const TensorInfo& info)
      : TensorParts(info.dtype, info.fileRange,
                    info.elements().value_or(0) * valuesPerElement(info.dtype)) {}

  [[nodiscard]] std::size_t chunkBytes() const {
    return m_valueBits == 6 ? std::size_t{3} << 20U : std::size_t{4} << 20U;
  }
  [[nodiscard]] std::uint32_t partCount() const {
    const std::uint64_t bytes = chunkBytes() * chunksAPart;
    return static_cast<std::uint32_t>(
        std::max<std::uint64_t>(1, (m_range.size() + bytes - 1) / bytes));
  }
  [[nodiscard]] ByteRange partRange(std::uint64_t part) const {
    const std::uint64_t bytes = chunkBytes() * chunksAPart;
    const std::uint64_t begin = m_range.begin + part * bytes;
    return {begin, std::min(m_range.end, begin + bytes)};
  }
  [[nodiscard]] ByteRange chunkRange(std::uint64_t chunk) const {
    const std::uint64_t begin = m_range.begin + chunk * chunkBytes();
    return {begin, std::min(m_range.end, begin + chunkBytes())};
  }
  [[nodiscard]] std::uint64_t firstValue(std::uint64_t chunk) const {
    return chunk * (chunkBytes() * 8 / m_valueBits);
  }
  [[nodiscard]] std::uint64_t valuesOfChunk(std::uint64_t chunk) const {
    const std::uint64_t first = firstValue(chunk);
    return std::min(m_values - first, firstValue(chunk + 1) - first);
  }

 private:
  ByteRange m_range;
  std::uint64_t m_values;
  unsigned m_valueBits;
};

} // namespace assay
