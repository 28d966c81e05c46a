#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace assay {

/// The 22 dtypes of safetensors 0.8.0, in the order of its own enumeration: its writer puts the
/// last of them first in a file. Unknown stands for every other spelling.
enum class Dtype : std::uint8_t {
  Bool,
  F4,
  F6_E2M3,
  F6_E3M2,
  U8,
  I8,
  F8_E5M2,
  F8_E4M3,
  F8_E8M0,
  F8_E4M3FNUZ,
  F8_E5M2FNUZ,
  I16,
  U16,
  F16,
  BF16,
  I32,
  U32,
  F32,
  C64,
  F64,
  I64,
  U64,
  Unknown,
};

enum class DtypeKind : std::uint8_t {
  Boolean,
  UnsignedInteger,
  SignedInteger,
  Float,
  Scale,   ///< F8_E8M0: a power of two, no sign, no zero
  Complex, ///< C64: two F32 parts, counted as two values
  Unknown,
};

/// Which codes of a float dtype are not numbers.
enum class FloatSpecials : std::uint8_t {
  Ieee, ///< exponent all ones: Inf with mantissa 0, else NaN
  Fn,   ///< no Inf; NaN is the code with every bit but the sign set
  Fnuz, ///< no Inf, no negative zero; NaN is the code with the sign bit alone
  None, ///< every code is a number
};

/// The layout of a float dtype of at most 64 bits: sign, exponent, mantissa from the top.
struct FloatLayout {
  int exponentBits = 0;
  int mantissaBits = 0;
  int bias = 0;
  FloatSpecials specials = FloatSpecials::None;

  /// Exponent of the smallest normal value: 2^minNormalExponent().
  [[nodiscard]] constexpr int minNormalExponent() const { return 1 - bias; }
};

struct DtypeFacts {
  Dtype dtype = Dtype::Unknown;
  std::string_view name; ///< spelled as in a header
  unsigned bits = 0;     ///< of one element; 0 for Unknown
  DtypeKind kind = DtypeKind::Unknown;
  FloatLayout layout{}; ///< meaningful for Float; for C64 that of one part
};

/// Facts of a dtype; sources: the OCP and IEEE layouts, every code checked against ml_dtypes.
[[nodiscard]] const DtypeFacts& dtypeFacts(Dtype dtype);

/// All 22 known dtypes in enumeration order.
[[nodiscard]] std::span<const DtypeFacts> allDtypes();

/// The dtype with exactly this (case-sensitive) name, or Unknown.
[[nodiscard]] Dtype dtypeFromName(std::string_view name);

[[nodiscard]] inline std::string_view dtypeName(Dtype dtype) {
  return dtypeFacts(dtype).name;
}

/// How many values `elements` elements count as: C64 has two parts an element.
[[nodiscard]] constexpr std::uint64_t valuesPerElement(Dtype dtype) {
  return dtype == Dtype::C64 ? 2 : 1;
}

/// Bytes that `elements` elements take, or nothing where the bit count overflows 64 bits or is no
/// multiple of 8 (sub-byte dtypes only). Unknown dtypes have no size.
[[nodiscard]] std::optional<std::uint64_t> bytesFor(Dtype dtype, std::uint64_t elements);

} // namespace assay
