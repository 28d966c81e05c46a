#include "core/report/text_columns.h"

#include "core/base/text_escape.h"

#include <algorithm>
#include <array>
#include <utility>

namespace assay {
namespace {

constexpr std::array<std::pair<char32_t, char32_t>, 12> wideRanges{{{0x1100, 0x115F},
                                                                    {0x2E80, 0x303E},
                                                                    {0x3041, 0x33FF},
                                                                    {0x3400, 0x4DBF},
                                                                    {0x4E00, 0x9FFF},
                                                                    {0xA000, 0xA4CF},
                                                                    {0xAC00, 0xD7A3},
                                                                    {0xF900, 0xFAFF},
                                                                    {0xFE30, 0xFE6F},
                                                                    {0xFF00, 0xFF60},
                                                                    {0x1F300, 0x1FAFF},
                                                                    {0x20000, 0x3FFFD}}};

std::size_t columnsOf(char32_t c) {
  if ((c >= 0x300 && c <= 0x36F) || (c >= 0xFE00 && c <= 0xFE0F) || c == 0x200D) {
    return 0;
  }
  return std::any_of(wideRanges.begin(), wideRanges.end(),
                     [c](const auto& range) { return c >= range.first && c <= range.second; })
             ? 2
             : 1;
}

} // namespace

std::size_t displayWidth(std::string_view text) {
  if (isPlainAscii(text)) {
    return text.size();
  }
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      ++width;
      ++i;
      continue;
    }
    const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t c = lead & (0x7FU >> length);
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k) {
      c = (c << 6U) | (static_cast<unsigned char>(text[i + k]) & 0x3FU);
    }
    width += columnsOf(c);
    i += length;
  }
  return width;
}

void appendPaddedRight(std::string& out, std::string_view text, std::size_t width) {
  out += text;
  out.append(width - std::min(width, displayWidth(text)), ' ');
}

void appendPaddedLeft(std::string& out, std::string_view text, std::size_t width) {
  out.append(width - std::min(width, displayWidth(text)), ' ');
  out += text;
}

std::string padRight(std::string_view text, std::size_t width) {
  std::string out;
  appendPaddedRight(out, text, width);
  return out;
}

std::string padLeft(std::string_view text, std::size_t width) {
  std::string out;
  appendPaddedLeft(out, text, width);
  return out;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    const std::size_t width = displayWidth(word);
    if (!out.empty() && columns != 0 && column + 1 + width > columns) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
    } else if (!out.empty()) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

} // namespace assay
