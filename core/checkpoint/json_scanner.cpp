#include "core/checkpoint/json_scanner.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

void appendUtf8(std::string& out, unsigned c) {
  const auto tail = [&](unsigned shift) {
    out += static_cast<char>(0x80U | ((c >> shift) & 0x3FU));
  };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0U | (c >> 6U));
    tail(0);
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0U | (c >> 12U));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0U | (c >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// The character that a one-letter escape stands for, or 0.
char plainEscape(char letter) {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  const std::size_t at = letters.find(letter);
  return at == std::string_view::npos ? '\0' : meanings[at];
}

std::string doubleText(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) {
    text += ".0";
  }
  return text;
}

} // namespace

int JsonScanner::skipBlanks() {
  while (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r') {
    ++m_index;
  }
  return peek();
}

tl::unexpected<JsonFault> JsonScanner::faultHere(std::string reason) const {
  return tl::unexpected<JsonFault>({std::move(reason), std::min(m_index, m_text.size())});
}

tl::unexpected<JsonFault> JsonScanner::faultNext(std::string reason) const {
  return tl::unexpected<JsonFault>({std::move(reason), std::min(m_index + 1, m_text.size())});
}

void JsonScanner::refuse(JsonFault fault) {
  if (!m_refusal) {
    m_refusal = std::move(fault);
  }
}

Scan<void> JsonScanner::readString(std::string& out) {
  advance(); // the quotation mark
  out.clear();
  for (std::size_t start = m_index;;) {
    while (m_index < m_text.size() && m_text[m_index] != '"' && m_text[m_index] != '\\' &&
           static_cast<unsigned char>(m_text[m_index]) >= 0x20) {
      ++m_index;
    }
    if (m_index >= m_text.size()) {
      return faultHere("EOF while parsing a string");
    }
    out += m_text.substr(start, m_index - start);
    const char stop = m_text[m_index++];
    if (stop == '"') {
      return {};
    }
    if (stop != '\\') {
      return faultHere("control character (\\u0000-\\u001F) found while parsing a string");
    }
    if (auto ok = readEscape(out); !ok) {
      return ok;
    }
    start = m_index;
  }
}

Scan<void> JsonScanner::readEscape(std::string& out) {
  if (peek() == end) {
    return faultHere("EOF while parsing a string");
  }
  const char letter = m_text[m_index++];
  if (letter == 'u') {
    return readUnicodeEscape(out);
  }
  const char meaning = plainEscape(letter);
  if (meaning == '\0') {
    return faultHere("invalid escape");
  }
  out += meaning;
  return {};
}

Scan<void> JsonScanner::readUnicodeEscape(std::string& out) {
  const Scan<unsigned> first = readHexDigits();
  if (!first) {
    return tl::unexpected(first.error());
  }
  if (*first >= 0xDC00 && *first <= 0xDFFF) {
    return faultHere("lone leading surrogate in hex escape");
  }
  if (*first < 0xD800 || *first > 0xDBFF) {
    appendUtf8(out, *first);
    return {};
  }
  for (const char expected : {'\\', 'u'}) {
    if (peek() == end) {
      return faultHere("EOF while parsing a string");
    }
    if (m_text[m_index++] != expected) {
      return faultHere("unexpected end of hex escape");
    }
  }
  const Scan<unsigned> second = readHexDigits();
  if (!second) {
    return tl::unexpected(second.error());
  }
  if (*second < 0xDC00 || *second > 0xDFFF) {
    return faultHere("lone leading surrogate in hex escape");
  }
  appendUtf8(out, 0x10000U + ((*first - 0xD800U) << 10U) + (*second - 0xDC00U));
  return {};
}

Scan<unsigned> JsonScanner::readHexDigits() {
  if (m_text.size() - m_index < 4) {
    m_index = m_text.size();
    return faultHere("EOF while parsing a string");
  }
  unsigned value = 0;
  bool valid = true;
  for (const char c : m_text.substr(m_index, 4)) {
    const bool digit = c >= '0' && c <= '9';
    const char lower = static_cast<char>(c | 0x20);
    const bool letter = lower >= 'a' && lower <= 'f';
    valid = valid && (digit || letter);
    value = value * 16 + static_cast<unsigned>(digit ? c - '0' : letter ? lower - 'a' + 10 : 0);
  }
  m_index += 4;
  if (!valid) {
    return faultHere("invalid escape");
  }
  return value;
}

Scan<void> JsonScanner::readWord(std::string_view word) {
  advance();
  for (const char expected : word.substr(1)) {
    if (peek() == end) {
      return faultHere("EOF while parsing a value");
    }
    if (m_text[m_index++] != expected) {
      return faultHere("expected ident");
    }
  }
  return {};
}

Scan<void> JsonScanner::readColon() {
  const int next = skipBlanks();
  if (next == ':') {
    advance();
    return {};
  }
  return faultNext(next == end ? "EOF while parsing an object" : "expected `:`");
}

Scan<bool> JsonScanner::moreMembers(bool first) {
  int next = skipBlanks();
  if (next == '}') {
    return false;
  }
  if (next == end) {
    return faultNext("EOF while parsing an object");
  }
  if (!first) {
    if (next != ',') {
      return faultNext("expected `,` or `}`");
    }
    advance();
    next = skipBlanks();
    if (next == '}') {
      return faultNext("trailing comma");
    }
    if (next == end) {
      return faultNext("EOF while parsing a value");
    }
  }
  if (next != '"') {
    return faultNext("key must be a string");
  }
  return true;
}

Scan<bool> JsonScanner::moreElements(bool first) {
  const int next = skipBlanks();
  if (next == ']') {
    return false;
  }
  if (next == end) {
    return faultNext("EOF while parsing a list");
  }
  if (first) {
    return true;
  }
  if (next != ',') {
    return faultNext("expected `,` or `]`");
  }
  advance();
  const int after = skipBlanks();
  if (after == ']') {
    return faultNext("trailing comma");
  }
  if (after == end) {
    return faultNext("EOF while parsing a value");
  }
  return true;
}

Scan<bool> JsonScanner::stepInto(bool object, bool first) {
  Scan<bool> more = object ? moreMembers(first) : moreElements(first);
  if (!more) {
    return more;
  }
  if (!*more) {
    advance(); // the closing bracket
    return false;
  }
  if (object) {
    std::string key;
    if (auto ok = readString(key); !ok) {
      return tl::unexpected(ok.error());
    }
    if (auto ok = readColon(); !ok) {
      return tl::unexpected(ok.error());
    }
  }
  return true;
}

Scan<void> JsonScanner::skipScalar(int first) {
  std::string ignored;
  switch (first) {
  case 'n':
    return readWord("null");
  case 't':
    return readWord("true");
  case 'f':
    return readWord("false");
  case '"':
    return readString(ignored);
  case end:
    return faultNext("EOF while parsing a value");
  default:
    break;
  }
  if (first == '-' || nextIsDigit()) {
    const Scan<JsonNumber> number = readNumber();
    return number ? Scan<void>() : tl::unexpected(number.error());
  }
  return faultNext("expected value");
}

Scan<void> JsonScanner::skipValue(std::size_t depth) {
  std::vector<bool> objects; // of each open bracket: is it a brace; one bit a level
  do {
    bool first = true;
    const int next = skipBlanks();
    if (next == '{' || next == '[') {
      if (depth + objects.size() >= depthLimit) {
        refuse(faultNext("recursion limit exceeded").value());
      }
      objects.push_back(next == '{');
      advance();
    } else {
      if (auto ok = skipScalar(next); !ok) {
        return ok;
      }
      first = false;
    }
    while (!objects.empty()) {
      const Scan<bool> inside = stepInto(objects.back(), first);
      if (!inside) {
        return tl::unexpected(inside.error());
      }
      if (*inside) {
        break; // a value is next
      }
      objects.pop_back();
      first = false;
    }
  } while (!objects.empty());
  return {};
}

Scan<std::string> JsonScanner::describeValue() {
  const int next = skipBlanks();
  if (next == '[' || next == '{') {
    const bool map = next == '{';
    return std::string(map ? "map" : "sequence");
  }
  if (next == '"') {
    std::string text;
    if (auto ok = readString(text); !ok) {
      return tl::unexpected(ok.error());
    }
    return "string " + quotedText(text);
  }
  if (next == '-' || nextIsDigit()) {
    const Scan<JsonNumber> number = readNumber();
    if (!number) {
      return tl::unexpected(number.error());
    }
    switch (number->kind) {
    case JsonNumber::Kind::Unsigned:
      return fmt::format("integer `{}`", number->unsignedValue);
    case JsonNumber::Kind::Signed:
      return fmt::format("integer `{}`", number->signedValue);
    case JsonNumber::Kind::Double:
      return "floating point `" + doubleText(number->doubleValue) + "`";
    }
  }
  if (auto ok = skipScalar(next); !ok) {
    return tl::unexpected(ok.error());
  }
  return std::string(next == 'n' ? "null" : next == 't' ? "boolean `true`" : "boolean `false`");
}

std::string faultText(const JsonFault& fault, std::string_view text) {
  const std::string_view passed = text.substr(0, fault.index);
  const std::size_t lineStart = passed.rfind('\n') + 1; // npos + 1 is 0
  const auto line = 1 + std::count(passed.begin(), passed.end(), '\n');
  return fmt::format("{} at line {} column {}", fault.reason, line, fault.index - lineStart);
}

std::string quotedText(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n' || c == '\r' || c == '\t' || c == '\0') {
      out += c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : "\\0";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\u{{{:x}}}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

} // namespace assay
