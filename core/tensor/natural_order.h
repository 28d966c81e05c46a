#pragma once

#include <compare>
#include <string_view>

namespace assay {

/// Orders names as people count: runs of digits by value ("layers.9" before "layers.10"), a dot
/// before every other character, so that a group stands before its longer-named neighbours, the
/// rest by bytes. Names that differ only in leading zeros are ordered by bytes, so equal means
/// equal. Pure.
[[nodiscard]] std::strong_ordering naturalOrder(std::string_view a, std::string_view b);

} // namespace assay
