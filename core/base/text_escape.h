#pragma once

#include <string>
#include <string_view>

namespace assay {

/// Names and metadata come from files and are untrusted text: each way out has its own escape.
/// All functions take any bytes; bytes that are not UTF-8 come out as U+FFFD, one for each
/// maximal ill-formed part, as the Unicode standard recommends. All are pure.

/// `text` with ill-formed UTF-8 replaced, otherwise unchanged.
[[nodiscard]] std::string validUtf8(std::string_view text);

/// True where `text` is well-formed UTF-8 (no surrogates, no overlong forms, nothing above
/// U+10FFFF).
[[nodiscard]] bool isUtf8(std::string_view text);

/// True where every byte is a printable ASCII character or a blank.
[[nodiscard]] bool isPlainAscii(std::string_view text);

/// For a terminal and for every place that shows one line: C0 and C1 controls, DEL, line and
/// paragraph separators and the bidirectional controls become visible escapes such as \u001b or
/// \n, so that a name can neither move the cursor nor reorder what stands around it.
[[nodiscard]] std::string escapedForLine(std::string_view text);

/// The inside of a JSON string, without the quotation marks.
[[nodiscard]] std::string escapedForJson(std::string_view text);

/// Text between tags or in a double-quoted attribute of HTML or SVG; controls as in
/// `escapedForLine`.
[[nodiscard]] std::string escapedForHtml(std::string_view text);

/// Text in a cell of a Markdown table: markup characters get a backslash, < > & become entities.
[[nodiscard]] std::string escapedForMarkdown(std::string_view text);

/// One field of CSV (RFC 4180), quoted where needed. Text that a spreadsheet would take for a
/// formula (first character = + - @, or a tab or carriage return) gets an apostrophe in front;
/// numbers are not passed through here.
[[nodiscard]] std::string escapedForCsv(std::string_view text);

} // namespace assay
