#pragma once

#include "core/tensor/dtype.h"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

namespace assay {

/// Which half of a byte holds the first of two F4 elements. PyTorch and ONNX put it into the low
/// half; some early writers did the opposite.
enum class NibbleOrder : std::uint8_t { LowFirst, HighFirst };

/// The stored bits of one element, right-aligned. C64: the real part in the low 32 bits.
using ElementCode = std::uint64_t;

/// The value of one element, without loss for every dtype: BOOL, unsigned, signed, float (all
/// floats and scales are exact in float64), C64. A BOOL byte other than 0 counts as true.
using ElementValue = std::variant<bool, std::uint64_t, std::int64_t, double, std::complex<double>>;

/// How many whole elements of a known dtype lie in `bytes` bytes; saturates at 2^64 - 1.
[[nodiscard]] std::uint64_t elementsIn(Dtype dtype, std::uint64_t bytes);

/// The code of element `index` of a tensor's `bytes`, which need no alignment and must hold that
/// element: index < elementsIn(dtype, bytes.size()). Known dtypes only. F6 elements are read as one
/// stream of bits from the lowest bit on; no specification found says so, the order is assumed.
[[nodiscard]] ElementCode elementCode(Dtype dtype, std::span<const std::byte> bytes,
                                      std::uint64_t index,
                                      NibbleOrder order = NibbleOrder::LowFirst);

/// The value of `code`, of which only the dtype's bits count. Known dtypes only.
[[nodiscard]] ElementValue decodeElement(Dtype dtype, ElementCode code);

/// The same for Float and Scale dtypes.
[[nodiscard]] double decodeFloat(Dtype dtype, ElementCode code);

/// The value as the nearest float64, false and true as 0 and 1, of C64 the real part.
[[nodiscard]] double asDouble(const ElementValue& value);

/// True for the dtypes whose order of bits within bytes is assumed (see `elementCode`).
[[nodiscard]] constexpr bool hasAssumedOrder(Dtype dtype) {
  return dtype == Dtype::F6_E2M3 || dtype == Dtype::F6_E3M2;
}

} // namespace assay
