#include "core/checkpoint/utf8_fault.h"

#include <fmt/format.h>

#include <cstdint>

namespace assay {
namespace {

struct ByteBounds {
  std::uint8_t low;
  std::uint8_t high;
};

/// Bytes of a character that begins with `lead`, 0 where none does.
std::size_t lengthFrom(std::uint8_t lead) {
  return lead < 0x80   ? 1
         : lead < 0xC2 ? 0
         : lead < 0xE0 ? 2
         : lead < 0xF0 ? 3
         : lead < 0xF5 ? 4
                       : 0;
}

/// What the second byte may be: no overlong forms, no surrogates, nothing above U+10FFFF.
ByteBounds secondBounds(std::uint8_t lead) {
  switch (lead) {
  case 0xE0:
    return {0xA0, 0xBF};
  case 0xED:
    return {0x80, 0x9F};
  case 0xF0:
    return {0x90, 0xBF};
  case 0xF4:
    return {0x80, 0x8F};
  default:
    return {0x80, 0xBF};
  }
}

} // namespace

std::optional<Utf8Fault> findUtf8Fault(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = lengthFrom(at(i));
    if (length == 0) {
      return Utf8Fault{i, 1};
    }
    for (std::size_t k = 1; k < length; ++k) {
      if (i + k >= text.size()) {
        return Utf8Fault{i, 0};
      }
      const ByteBounds bounds = k == 1 ? secondBounds(at(i)) : ByteBounds{0x80, 0xBF};
      if (at(i + k) < bounds.low || at(i + k) > bounds.high) {
        return Utf8Fault{i, k};
      }
    }
    i += length;
  }
  return std::nullopt;
}

std::string utf8FaultText(const Utf8Fault& fault) {
  return fault.length == 0
             ? fmt::format("incomplete utf-8 byte sequence from index {}", fault.validUpTo)
             : fmt::format("invalid utf-8 sequence of {} bytes from index {}", fault.length,
                           fault.validUpTo);
}

} // namespace assay
