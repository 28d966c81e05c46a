#include "core/base/text_escape.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <iterator>

namespace assay {
namespace {

struct Scalar {
  char32_t value = 0xFFFD;
  std::size_t length = 1; ///< bytes taken, at least 1
  bool wellFormed = false;
};

/// The first scalar value of non-empty `text` (table 3-7 of the Unicode standard).
Scalar firstScalar(std::string_view text) {
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = at(0);
  if (lead < 0x80) {
    return {lead, 1, true};
  }
  if (lead < 0xC2 || lead > 0xF4) {
    return {};
  }
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t value = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    // The second byte has a narrower range after four of the leads: no overlong forms, no
    // surrogates, nothing above U+10FFFF.
    const std::uint8_t low = i == 1 && lead == 0xE0 ? 0xA0 : i == 1 && lead == 0xF0 ? 0x90 : 0x80;
    const std::uint8_t high = i == 1 && lead == 0xED ? 0x9F : i == 1 && lead == 0xF4 ? 0x8F : 0xBF;
    if (i >= text.size() || at(i) < low || at(i) > high) {
      return {0xFFFD, i, false};
    }
    value = (value << 6U) | (at(i) & 0x3FU);
  }
  return {value, length, true};
}

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Calls `emit(scalar, bytes)` for each scalar value; ill-formed parts arrive as U+FFFD.
template<typename Emit>
void forEachScalar(std::string_view text, Emit emit) {
  while (!text.empty()) {
    const Scalar scalar = firstScalar(text);
    emit(scalar.value, scalar.wellFormed ? text.substr(0, scalar.length) : replacement);
    text.remove_prefix(scalar.length);
  }
}

bool isHidden(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

void appendVisible(std::string& out, char32_t c) {
  switch (c) {
  case '\n':
    out += "\\n";
    return;
  case '\r':
    out += "\\r";
    return;
  case '\t':
    out += "\\t";
    return;
  default:
    out += c > 0xFFFF ? fmt::format("\\U{:08x}", static_cast<std::uint32_t>(c))
                      : fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c));
  }
}

} // namespace

std::string validUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  forEachScalar(text, [&](char32_t, std::string_view bytes) { out += bytes; });
  return out;
}

bool isPlainAscii(std::string_view text) {
  // Eight bytes at a time. A byte below 0x20 or of 0x7F borrows into its highest bit; a borrow that
  // runs on into the next byte changes no answer, since there is a byte of that kind then.
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t high = 0x80 * ones;
  std::uint64_t found = 0;
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    const std::uint64_t sevens = word ^ (0x7F * ones);
    found |= word | ((word - 0x20 * ones) & ~word) | ((sevens - ones) & ~sevens);
  }
  bool plain = (found & high) == 0;
  for (; at < text.size(); ++at) {
    plain = plain && text[at] >= 0x20 && text[at] < 0x7F;
  }
  return plain;
}

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    const Scalar scalar = firstScalar(text);
    if (!scalar.wellFormed) {
      return false;
    }
    text.remove_prefix(scalar.length);
  }
  return true;
}

std::string escapedForLine(std::string_view text) {
  if (isPlainAscii(text)) {
    return std::string(text); // nearly every name, and a file can have a million of them
  }
  std::string out;
  out.reserve(text.size());
  forEachScalar(text, [&](char32_t c, std::string_view bytes) {
    if (isHidden(c)) {
      appendVisible(out, c);
    } else {
      out += bytes;
    }
  });
  return out;
}

std::string escapedForJson(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  forEachScalar(text, [&](char32_t c, std::string_view bytes) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += bytes;
    } else if (c == '\n' || c == '\r' || c == '\t') {
      appendVisible(out, c);
    } else if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(c));
    } else {
      out += bytes;
    }
  });
  return out;
}

std::string escapedForHtml(std::string_view text) {
  std::string out;
  for (const char c : escapedForLine(text)) {
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&#39;";
      break;
    default:
      out += c;
    }
  }
  return out;
}

std::string escapedForMarkdown(std::string_view text) {
  constexpr std::string_view markup = "\\`*_{}[]()#+-.!|~=:";
  std::string out;
  for (const char c : escapedForLine(text)) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else {
      if (markup.find(c) != std::string_view::npos) {
        out += '\\';
      }
      out += c;
    }
  }
  return out;
}

std::string escapedForCsv(std::string_view text) {
  const bool formula =
      !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
  std::string safe = (formula ? "'" : "") + escapedForLine(text);
  if (safe.find_first_of(",\"\n\r") == std::string::npos) {
    return safe;
  }
  std::string out = "\"";
  for (const char c : safe) {
    if (c == '"') {
      out += '"';
    }
    out += c;
  }
  return out + '"';
}

} // namespace assay
