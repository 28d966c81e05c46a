#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

/// Text in columns of a terminal. All functions are pure and take valid UTF-8.

/// How many columns `text` takes: East Asian wide characters and emoji two, combining marks none.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// The same, appended to `out`.
void appendPaddedRight(std::string& out, std::string_view text, std::size_t width);
void appendPaddedLeft(std::string& out, std::string_view text, std::size_t width);

/// `text` with blanks behind it (`padRight`) or before it (`padLeft`) up to `width` columns.
[[nodiscard]] std::string padRight(std::string_view text, std::size_t width);
[[nodiscard]] std::string padLeft(std::string_view text, std::size_t width);

/// `text` broken at blanks into lines of at most `columns` columns where its words allow it, each
/// but the first indented by `indent` blanks, with which the first is taken to be as well. 0
/// columns: one line.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent, std::size_t columns);

} // namespace assay
