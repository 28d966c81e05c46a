#include "core/checkpoint/plain_map.h"

#include "core/base/text_escape.h"

namespace assay {
namespace {

class PlainScanner {
 public:
  PlainScanner(std::string_view text, std::size_t at) : m_text(text), m_at(at) {}

  [[nodiscard]] std::size_t at() const { return m_at; }

  /// Passes blanks and then `c`, if that is next.
  bool take(char c) {
    skipBlanks();
    if (m_at == m_text.size() || m_text[m_at] != c) {
      return false;
    }
    ++m_at;
    return true;
  }

  [[nodiscard]] bool atEnd() {
    skipBlanks();
    return m_at == m_text.size();
  }

  /// A string without escapes and control characters.
  std::optional<std::string_view> takeString() {
    if (!take('"')) {
      return std::nullopt;
    }
    const std::size_t end = m_text.find('"', m_at);
    if (end == std::string_view::npos) {
      return std::nullopt;
    }
    const std::string_view string = m_text.substr(m_at, end - m_at);
    m_at = end + 1;
    // A backslash can be that of an escaped quotation mark: all of them are left to the parser.
    bool unusual = false;
    bool ascii = true;
    for (const char c : string) {
      unusual = unusual | (static_cast<unsigned char>(c) < 0x20) | (c == '\\');
      ascii = ascii & (static_cast<unsigned char>(c) < 0x80);
    }
    return !unusual && (ascii || isUtf8(string)) ? std::optional(string) : std::nullopt;
  }

  /// Passes one value by its brackets and strings alone.
  bool skipValue() {
    skipBlanks();
    std::size_t open = 0;
    while (m_at < m_text.size()) {
      const char c = m_text[m_at];
      if (open == 0 && (c == ',' || c == '}' || c == ']')) {
        return true;
      }
      ++m_at;
      if (c == '"' && !skipRestOfString()) {
        return false;
      }
      if (c == '{' || c == '[') {
        ++open;
      } else if (c == '}' || c == ']') {
        --open;
      }
    }
    return false;
  }

 private:
  void skipBlanks() {
    while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' ||
                                    m_text[m_at] == '\r' || m_text[m_at] == '\t')) {
      ++m_at;
    }
  }

  bool skipRestOfString() {
    while (m_at < m_text.size()) {
      const char c = m_text[m_at++];
      if (c == '"') {
        return true;
      }
      m_at += c == '\\' && m_at < m_text.size() ? 1 : 0;
    }
    return false;
  }

  std::string_view m_text;
  std::size_t m_at;
};

using Add = std::function<void(std::string_view key, std::string_view value, std::size_t keyEnd)>;

/// Reads the object that is next, all of whose values are strings.
bool readPairs(PlainScanner& scanner, const Add& add) {
  if (!scanner.take('{')) {
    return false;
  }
  do {
    const auto key = scanner.takeString();
    const std::size_t keyEnd = scanner.at();
    if (!key || !scanner.take(':')) {
      return false;
    }
    const auto value = scanner.takeString();
    if (!value) {
      return false;
    }
    add(*key, *value, keyEnd);
  } while (scanner.take(','));
  return scanner.take('}');
}

} // namespace

std::optional<ByteRange> readPlainMap(std::string_view text, const Add& add) {
  PlainScanner scanner(text, 0);
  std::optional<ByteRange> found;
  if (!scanner.take('{')) {
    return std::nullopt;
  }
  do {
    const auto key = scanner.takeString();
    if (!key || !scanner.take(':')) {
      return std::nullopt;
    }
    const std::size_t begin = scanner.at();
    if (*key != "weight_map") {
      if (!scanner.skipValue()) {
        return std::nullopt;
      }
    } else if (found || !readPairs(scanner, add)) {
      return std::nullopt;
    } else {
      found = ByteRange{begin, scanner.at()};
    }
  } while (scanner.take(','));
  return scanner.take('}') && scanner.atEnd() ? found : std::nullopt;
}

} // namespace assay
