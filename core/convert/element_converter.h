#pragma once

#include "core/tensor/dtype.h"
#include "core/tensor/encode.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay {

/// Converts runs of elements from one float dtype of 8 to 64 bits to another of 8 to 32 bits, one
/// correct rounding each. Sources of 16 bits or less go through a table of all their codes, made
/// once; `convert` is safe from any thread.
class ElementConverter {
 public:
  ElementConverter(Dtype from, Dtype to, OnOverflow overflow);

  /// Converts `in.size() / sourceBytes()` elements; `out` holds exactly their result.
  void convert(std::span<const std::byte> in, std::span<std::byte> out) const;

  [[nodiscard]] std::size_t sourceBytes() const { return m_sourceBytes; }
  [[nodiscard]] std::size_t targetBytes() const { return m_targetBytes; }

 private:
  Dtype m_to;
  OnOverflow m_overflow;
  std::size_t m_sourceBytes;
  std::size_t m_targetBytes;
  std::vector<std::uint32_t> m_table{}; ///< code to code; empty for 32- and 64-bit sources
};

} // namespace assay
