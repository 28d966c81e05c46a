#include "core/report/values_writer.h"

#include "core/base/json_writer.h"
#include "core/base/text_escape.h"
#include "core/report/row_walk.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <string_view>
#include <utility>

namespace assay {
namespace {

std::uint64_t bytesOf(Dtype dtype, std::uint64_t elements) {
  const unsigned bits = dtypeFacts(dtype).bits;
  return elements / 8 * bits + elements % 8 * bits / 8;
}

/// Calls `use(block)` for every block while all goes well and `out` takes what is written.
template<typename Use>
Result<void> forEachBlock(ElementStream& elements, const std::ostream& out, const StopToken& stop,
                          ProgressSink& progress, Use use) {
  const Dtype dtype = elements.layout().dtype;
  const std::uint64_t total =
      bytesOf(dtype, availableElements(elements.slice(), elements.layout()));
  while (out.good()) {
    if (stop.stopRequested()) {
      return fail({.code = ErrorCode::Stopped});
    }
    const auto block = elements.next();
    if (!block) {
      return fail(block.error());
    }
    if (block->empty()) {
      break;
    }
    use(*block);
    progress.report({.bytesDone = bytesOf(dtype, elements.given()), .bytesTotal = total});
  }
  return {};
}

/// Receives values one after another, in row-major order.
class ValueSink {
 public:
  virtual ~ValueSink() = default;
  virtual void add(const std::string& text) = 0;
  /// Also called where the values ended early.
  virtual void finish() = 0;
};

/// Lines of Text and CSV.
class LineSink final : public ValueSink {
 public:
  LineSink(std::ostream& out, std::span<const std::uint64_t> shape, bool isCsv)
      : m_out(out), m_walk(shape), m_separator(isCsv ? ',' : ' '),
        m_withIndex(!isCsv && shape.size() > 1), m_rowLength(shape.size() > 1 ? shape.back() : 1) {}

  void add(const std::string& text) override {
    if (m_column > 0) {
      m_out << m_separator;
    } else if (m_withIndex) {
      m_out << fmt::format("[{}] ", fmt::join(m_walk.index(), ", "));
    }
    m_out << text;
    if (++m_column == m_rowLength) {
      m_out << '\n';
      m_column = 0;
      if (m_withIndex) {
        m_walk.advance();
      }
    }
  }
  void finish() override {
    if (m_column > 0) {
      m_out << '\n';
    }
  }

 private:
  std::ostream& m_out;
  RowWalk m_walk;
  char m_separator;
  bool m_withIndex;
  std::uint64_t m_rowLength;
  std::uint64_t m_column = 0;
};

/// The nested lists of JSON, a row a line.
class NestedSink final : public ValueSink {
 public:
  NestedSink(std::ostream& out, std::span<const std::uint64_t> shape)
      : m_out(out), m_walk(shape), m_axes(shape.size()) {}

  void add(const std::string& text) override {
    if (m_column > 0) {
      m_out << ", ";
    } else if (m_started) {
      m_out << ",\n    ";
    }
    open(m_axes - m_open);
    m_out << text;
    m_started = true;
    if (++m_column == m_walk.rowLength()) {
      m_column = 0;
      close(m_axes == 0 ? 0 : m_walk.advance() + 1);
    }
  }
  void finish() override {
    if (!m_started) {
      m_out << "[]";
    }
    close(m_open);
  }

 private:
  void open(std::size_t count) {
    m_out << std::string(count, '[');
    m_open += count;
  }
  void close(std::size_t count) {
    m_out << std::string(count, ']');
    m_open -= count;
  }

  std::ostream& m_out;
  RowWalk m_walk;
  std::size_t m_axes;
  std::size_t m_open = 0;
  std::uint64_t m_column = 0;
  bool m_started = false;
};

std::string jsonNumber(double value) {
  if (std::isnan(value)) {
    return "\"NaN\"";
  }
  if (std::isinf(value)) {
    return value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  }
  // Readers take "-0" for an integer, which has no sign to keep.
  return value == 0 && std::signbit(value) ? "-0.0" : fmt::format("{}", value);
}

std::string jsonText(Dtype dtype, ElementCode code) {
  const ElementValue value = decodeElement(dtype, code);
  if (const auto* number = std::get_if<double>(&value)) {
    return jsonNumber(*number);
  }
  if (const auto* pair = std::get_if<std::complex<double>>(&value)) {
    return fmt::format("[{}, {}]", jsonNumber(pair->real()), jsonNumber(pair->imag()));
  }
  return exactText(dtype, code);
}

Result<void> writeAll(ElementStream& elements, ElementTexts::Make make, ValueSink& sink,
                      std::ostream& out, const StopToken& stop, ProgressSink& progress) {
  ElementTexts texts(elements.layout().dtype, make);
  auto ok = forEachBlock(elements, out, stop, progress, [&](const ElementBlock& block) {
    for (std::size_t i = 0; i < block.count(); ++i) {
      sink.add(texts.of(block.code(i)));
    }
  });
  if (ok) {
    sink.finish();
  }
  return ok;
}

Result<void> writeJson(ElementStream& elements, const ValuesSource& source, std::ostream& out,
                       const StopToken& stop, ProgressSink& progress) {
  const Slice& slice = elements.slice();
  const ValuesLayout& layout = elements.layout();
  JsonWriter json(out);
  json.beginObject();
  json.member("schema", "assay.values/1");
  json.member("path", source.path);
  json.member("tensor", source.tensor);
  json.member("dtype", source.dtype);
  json.member("state", source.state);
  json.key("slice");
  source.slice.empty() ? json.null() : json.value(source.slice);
  json.key("shape").beginArray(JsonWriter::Layout::Inline);
  for (const std::uint64_t dim : slice.shape()) {
    json.value(dim);
  }
  json.endArray();
  json.member("elements", slice.elements());
  json.member("present_elements", availableElements(slice, layout));
  json.member("assumed_order", hasAssumedOrder(layout.dtype));
  json.member("as_bytes", layout.asBytes);
  json.key("values").raw("");
  NestedSink sink(out, slice.shape());
  if (auto ok = writeAll(elements, jsonText, sink, out, stop, progress); !ok) {
    return ok;
  }
  json.endObject();
  return {};
}

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

Result<void> writeValues(ElementStream& elements, const ValuesSource& source, ValuesFormat format,
                         std::ostream& out, const StopToken& stop, ProgressSink& progress) {
  if (format == ValuesFormat::Json) {
    return writeJson(elements, source, out, stop, progress);
  }
  const bool isCsv = format == ValuesFormat::Csv;
  LineSink sink(out, elements.slice().shape(), isCsv);
  return writeAll(elements, isCsv ? exactText : elementText, sink, out, stop, progress);
}

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
