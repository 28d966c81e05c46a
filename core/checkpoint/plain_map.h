#pragma once

#include "core/base/byte_range.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace assay {

// A quick way through the large part of a shard index, which is one object of plain strings. It
// gives up wherever something unusual stands; the exact parser then reads the whole.

/// Reads the value of the top-level key `weight_map` of `text`, an object all of whose values are
/// strings: calls `add` with each key, its value, and the position behind the key's closing
/// quotation mark. Gives where the value stands, with its braces. Nothing where there is no such
/// key, or two, or it is anything but well-formed, or one of its strings has escapes or is not
/// UTF-8; `add` may have been called by then. Of what stands around the value only brackets and
/// strings are looked at: it is not validated.
[[nodiscard]] std::optional<ByteRange> readPlainMap(
    std::string_view text,
    const std::function<void(std::string_view key, std::string_view value, std::size_t keyEnd)>&
        add);

} // namespace assay
