#pragma once

#include <tl/expected.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Why the reference's JSON reader would stop, in its own words, and how many bytes of the text it
/// counts as passed by then: what its "line 1 column 31" is made of.
struct JsonFault {
  std::string reason{};
  std::size_t index = 0;
};

template<typename T>
using Scan = tl::expected<T, JsonFault>;

/// A number as serde_json sorts them: integers that 64 bits hold, and everything else (a fraction,
/// an exponent, -0, an integer that is too large) as a double.
struct JsonNumber {
  enum class Kind : std::uint8_t { Unsigned, Signed, Double };
  Kind kind = Kind::Unsigned;
  std::uint64_t unsignedValue = 0;
  std::int64_t signedValue = 0; ///< below 0
  double doubleValue = 0;
};

/// Reads JSON text exactly as serde_json 1.0 does, with its reasons and positions (rules read from
/// its source): one value after another, never recursing, whatever the text holds. What it calls
/// well-formed but refuses (nesting beyond its limit, a number beyond a double) is noted in
/// `refusal` and read on.
///
/// The text must be valid UTF-8 where positions and reasons shall agree; any bytes are safe.
class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text) : m_text(text) {}

  [[nodiscard]] std::size_t index() const { return m_index; }
  void moveTo(std::size_t index) { m_index = index; }
  void advance() { ++m_index; }

  static constexpr int end = -1;
  /// The byte at the index, or `end`.
  [[nodiscard]] int peek() const {
    return m_index < m_text.size() ? static_cast<unsigned char>(m_text[m_index]) : end;
  }
  /// Passes blanks, then as `peek`.
  int skipBlanks();

  /// A fault at what was passed last, and one at the byte that comes next.
  [[nodiscard]] tl::unexpected<JsonFault> faultHere(std::string reason) const;
  [[nodiscard]] tl::unexpected<JsonFault> faultNext(std::string reason) const;

  /// A string whose opening quotation mark is next; `out` gets the text with escapes resolved.
  [[nodiscard]] Scan<void> readString(std::string& out);
  /// A number whose first character is next.
  [[nodiscard]] Scan<JsonNumber> readNumber();
  /// The rest of null, true or false, whose first letter is next.
  [[nodiscard]] Scan<void> readWord(std::string_view word);
  [[nodiscard]] Scan<void> readColon();

  /// Whether one more member of an object follows, whose `{` and `first` - 1 members are passed:
  /// then its key's quotation mark is next, else the closing bracket.
  [[nodiscard]] Scan<bool> moreMembers(bool first);
  /// The same for an array.
  [[nodiscard]] Scan<bool> moreElements(bool first);

  /// Passes any one value. `depth`: how many brackets are open around it.
  [[nodiscard]] Scan<void> skipValue(std::size_t depth);

  /// Passes any one value and says what it is as serde_json's type errors do: "integer `1`".
  [[nodiscard]] Scan<std::string> describeValue();

  /// The first thing that is well-formed and that the reference refuses all the same.
  [[nodiscard]] const std::optional<JsonFault>& refusal() const { return m_refusal; }
  void refuse(JsonFault fault);

  /// Brackets that may be open at once before serde_json gives up.
  static constexpr std::size_t depthLimit = 127;

 private:
  [[nodiscard]] Scan<void> readEscape(std::string& out);
  [[nodiscard]] Scan<void> readUnicodeEscape(std::string& out);
  [[nodiscard]] Scan<unsigned> readHexDigits();
  struct Digits;
  [[nodiscard]] Scan<JsonNumber> readAfterInteger(const Digits& digits);
  [[nodiscard]] Scan<JsonNumber> readFraction(Digits digits);
  [[nodiscard]] Scan<JsonNumber> readExponent(const Digits& digits);
  [[nodiscard]] JsonNumber doubleFrom(const Digits& digits);
  [[nodiscard]] bool nextIsDigit() const;
  void skipDigits();
  [[nodiscard]] Scan<void> skipScalar(int first);
  [[nodiscard]] Scan<bool> stepInto(bool object, bool first);

  std::string_view m_text;
  std::size_t m_index = 0;
  std::optional<JsonFault> m_refusal;
};

/// "REASON at line L column C" as serde_json prints a fault in `text`.
[[nodiscard]] std::string faultText(const JsonFault& fault, std::string_view text);

/// A string between quotation marks, escaped for a person as Rust's {:?} does.
[[nodiscard]] std::string quotedText(std::string_view text);

} // namespace assay
