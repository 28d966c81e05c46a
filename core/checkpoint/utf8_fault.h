#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// Where a text stops being UTF-8, as Rust's `Utf8Error` tells it.
struct Utf8Fault {
  std::size_t validUpTo = 0;
  std::size_t length =
      0; ///< bytes of the ill-formed part; 0 where the text ends inside a character
};

/// Nothing where `text` is well-formed.
[[nodiscard]] std::optional<Utf8Fault> findUtf8Fault(std::string_view text);

/// The library's words, such as "invalid utf-8 sequence of 1 bytes from index 0".
[[nodiscard]] std::string utf8FaultText(const Utf8Fault& fault);

} // namespace assay
