#pragma once

#include <cstdint>
#include <variant>

namespace assay {

/// A value of any real dtype without loss: floats of all dtypes, signed and unsigned integers.
using Number = std::variant<double, std::int64_t, std::uint64_t>;

/// The nearest float64.
[[nodiscard]] double toDouble(const Number& number);

/// a < b as numbers, exactly, also between integers and floats. Neither is NaN.
[[nodiscard]] bool lessThan(const Number& a, const Number& b);

/// |number|; of the lowest int64 too.
[[nodiscard]] Number absolute(const Number& number);

} // namespace assay
