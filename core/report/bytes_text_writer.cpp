#include "core/report/bytes_text_writer.h"

#include "core/base/text_escape.h"
#include "core/report/element_blocks.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {
namespace {

/// How many bytes at the end of `text` begin a character of UTF-8 that is not complete.
std::size_t incompleteEnd(std::string_view text) {
  for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto byte = static_cast<std::uint8_t>(text[text.size() - back]);
    if (byte >= 0xC0) {
      const std::size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
      return length > back ? back : 0;
    }
    if (byte < 0x80) {
      break;
    }
  }
  return 0;
}

void writeEscapedLines(std::string_view text, std::ostream& out) {
  for (;;) {
    const std::size_t end = text.find('\n');
    out << escapedForLine(text.substr(0, end));
    if (end == std::string_view::npos) {
      return;
    }
    out << '\n';
    text.remove_prefix(end + 1);
  }
}

} // namespace

Result<void> writeAsText(ElementStream& elements, std::ostream& out, const StopToken& stop,
                         ProgressSink& progress) {
  const ValuesLayout& layout = elements.layout();
  if (layout.dtype != Dtype::U8 && layout.dtype != Dtype::I8) {
    return fail({.code = ErrorCode::NotText,
                 .detail = fmt::format("they are {}, text is U8", dtypeName(layout.dtype))});
  }
  std::string pending;
  bool atLineStart = true;
  auto ok = forEachBlock(elements, out, stop, progress, [&](const ElementBlock& block) {
    for (std::size_t i = 0; i < block.count(); ++i) {
      pending += static_cast<char>(block.code(i));
    }
    const std::size_t complete = pending.size() - incompleteEnd(pending);
    writeEscapedLines(std::string_view(pending).substr(0, complete), out);
    atLineStart = pending.back() == '\n';
    pending.erase(0, complete);
  });
  if (ok) {
    writeEscapedLines(pending, out);
    if (!atLineStart) {
      out << '\n';
    }
  }
  return ok;
}

} // namespace assay
