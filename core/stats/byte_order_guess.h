#pragma once

#include "core/tensor/dtype.h"

#include <cmath>
#include <cstdint>

namespace assay {

/// Tells data whose bytes are the wrong way round by sizes: swapped weights spread evenly over all
/// exponents, and lie together again when they are swapped back. A guess; zeros say nothing.
class ByteOrderGuess {
 public:
  void add(Dtype dtype, double stored, double swapped, std::uint64_t count) {
    if (stored == 0 || std::isnan(stored)) {
      m_values += stored == 0 ? 0 : count;
      return;
    }
    m_values += count;
    m_stored += plausible(dtype, stored) ? count : 0;
    m_swapped += plausible(dtype, swapped) ? count : 0;
  }

  void merge(const ByteOrderGuess& other) {
    m_values += other.m_values;
    m_stored += other.m_stored;
    m_swapped += other.m_swapped;
  }

  [[nodiscard]] bool looksSwapped() const {
    constexpr std::uint64_t fewest = 256;
    const auto values = static_cast<double>(m_values);
    return m_values >= fewest &&
           static_cast<double>(m_stored)<0.75 * values&& static_cast<double>(m_swapped)> 0.9 *
               values;
  }

 private:
  static bool plausible(Dtype dtype, double value) {
    const DtypeFacts& facts = dtypeFacts(dtype);
    const double size = std::fabs(value);
    if (facts.kind == DtypeKind::Float || facts.kind == DtypeKind::Complex) {
      return size >= 0x1p-14 && size < 0x1p4;
    }
    return size < std::ldexp(1.0, static_cast<int>(facts.bits) / 2 - 1);
  }

  std::uint64_t m_values = 0;
  std::uint64_t m_stored = 0;
  std::uint64_t m_swapped = 0;
};

} // namespace assay
