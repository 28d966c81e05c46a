#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace assay {

/// The unsigned integer of the same width.
template<typename T>
using BitsOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// Bits that are ordered as the values are; -0 before 0. Not for NaN.
template<typename T>
[[nodiscard]] BitsOf<T> orderedBits(T value) {
  constexpr BitsOf<T> top = BitsOf<T>{1} << (8 * sizeof(T) - 1);
  const auto bits = std::bit_cast<BitsOf<T>>(value);
  if constexpr (std::is_floating_point_v<T>) {
    return (bits & top) != 0 ? ~bits : bits | top;
  } else {
    return std::is_signed_v<T> ? bits ^ top : bits;
  }
}

template<typename T>
[[nodiscard]] T fromOrderedBits(BitsOf<T> ordered) {
  constexpr BitsOf<T> top = BitsOf<T>{1} << (8 * sizeof(T) - 1);
  if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<T>((ordered & top) != 0 ? ordered ^ top
                                                 : static_cast<BitsOf<T>>(~ordered));
  } else {
    return std::bit_cast<T>(static_cast<BitsOf<T>>(std::is_signed_v<T> ? ordered ^ top : ordered));
  }
}

/// Bins 1/128 of a value wide (F64: 1/16), in the order of the values: for a float its upper 16
/// bits, for an integer its sign, its highest bit and the seven below. Integers below 256 have bins
/// of their own.
inline constexpr std::size_t coarseBinCount = 65536;

/// The bin of the largest magnitude, 2^64 - 1.
inline constexpr std::uint32_t highestMagnitudeBin = (64 - 7) * 128 + 127;

/// Magnitude bin of an integer, at most `highestMagnitudeBin`.
[[nodiscard]] inline std::uint32_t magnitudeBin(std::uint64_t size) {
  if (size < 256) {
    return static_cast<std::uint32_t>(size);
  }
  const auto width = static_cast<std::uint32_t>(std::bit_width(size)); // 9 to 64
  return (width - 7) * 128 + static_cast<std::uint32_t>((size >> (width - 8)) & 0x7FU);
}

/// The lowest size in a magnitude bin.
[[nodiscard]] inline std::uint64_t magnitudeOfBin(std::uint32_t bin) {
  if (bin < 256) {
    return bin;
  }
  return (std::uint64_t{0x80} | (bin & 0x7FU)) << (bin / 128 - 1);
}

template<typename T>
[[nodiscard]] std::uint32_t coarseBin(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<std::uint32_t>(orderedBits(value) >> (8 * sizeof(T) - 16));
  } else {
    const auto bits = static_cast<std::uint64_t>(value);
    return std::is_signed_v<T> && value < T{0} ? 32767U - magnitudeBin(0 - bits)
                                               : 32768U + magnitudeBin(bits);
  }
}

/// The middle of a bin.
template<typename T>
[[nodiscard]] T coarseMiddle(std::uint32_t bin) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr unsigned shift = 8 * sizeof(T) - 16;
    return fromOrderedBits<T>((BitsOf<T>{bin} << shift) | (BitsOf<T>{1} << (shift - 1)));
  } else {
    const bool negative = bin < 32768;
    // No value lies in the bins beyond: held back, so that every bin has a middle.
    const std::uint32_t own = std::min(negative ? 32767 - bin : bin - 32768, highestMagnitudeBin);
    const std::uint64_t low = magnitudeOfBin(own);
    const std::uint64_t middle = low + (own < 256 ? 0 : (std::uint64_t{1} << (own / 128 - 1)) / 2);
    return static_cast<T>(negative ? 0 - middle : middle);
  }
}

} // namespace assay
