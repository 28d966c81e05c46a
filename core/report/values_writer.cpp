#include "core/report/values_writer.h"

#include "core/base/json_writer.h"
#include "core/report/element_blocks.h"
#include "core/report/row_walk.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <span>

namespace assay {
namespace {

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

} // namespace assay
