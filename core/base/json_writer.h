#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace assay {

/// Writes one JSON document to a stream as it comes, so that a report of a million tensors is never
/// held in memory. Strings are escaped and made valid UTF-8; integers stay integers; a double that
/// JSON cannot say (NaN, Inf) becomes null. The caller keeps the nesting right; not thread-safe.
class JsonWriter {
 public:
  /// `indent` spaces a level for objects and arrays opened with Layout::Lines.
  explicit JsonWriter(std::ostream& out, int indent = 2) : m_out(out), m_indent(indent) {}

  enum class Layout : std::uint8_t { Lines, Inline };

  JsonWriter& beginObject(Layout layout = Layout::Lines) { return open('{', layout); }
  JsonWriter& endObject() { return close('}'); }
  JsonWriter& beginArray(Layout layout = Layout::Lines) { return open('[', layout); }
  JsonWriter& endArray() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(double number);
  template<typename T>
  requires std::is_integral_v<T> JsonWriter& value(T number) {
    if constexpr (std::is_same_v<T, bool>) {
      return raw(number ? "true" : "false");
    } else {
      return raw(std::to_string(number));
    }
  }
  template<typename T>
  JsonWriter& value(const std::optional<T>& maybe) {
    return maybe ? value(*maybe) : null();
  }
  JsonWriter& null() { return raw("null"); }

  /// `key(name)` and `value(v)` in one.
  template<typename T>
  JsonWriter& member(std::string_view name, const T& v) {
    key(name);
    return value(v);
  }
  /// Text that is JSON already, such as an exact decimal.
  JsonWriter& raw(std::string_view json);

 private:
  struct Level {
    bool lines;
    bool empty;
  };
  JsonWriter& open(char bracket, Layout layout);
  JsonWriter& close(char bracket);
  void separate();
  void newLine();

  std::ostream& m_out;
  int m_indent;
  std::vector<Level> m_levels;
  bool m_afterKey = false;
};

} // namespace assay
