#include "core/base/json_writer.h"

#include "core/base/text_escape.h"

#include <fmt/format.h>

#include <cmath>

namespace assay {

void JsonWriter::newLine() {
  m_out << '\n' << std::string(m_levels.size() * static_cast<std::size_t>(m_indent), ' ');
}

void JsonWriter::separate() {
  if (m_afterKey) {
    m_afterKey = false;
    return;
  }
  if (m_levels.empty()) {
    return;
  }
  Level& level = m_levels.back();
  if (!level.empty) {
    m_out << (level.lines ? "," : ", ");
  }
  if (level.lines) {
    newLine();
  }
  level.empty = false;
}

JsonWriter& JsonWriter::open(char bracket, Layout layout) {
  separate();
  m_out << bracket;
  const bool parentInline = !m_levels.empty() && !m_levels.back().lines;
  m_levels.push_back({layout == Layout::Lines && !parentInline, true});
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  const Level level = m_levels.back();
  m_levels.pop_back();
  if (level.lines && !level.empty) {
    newLine();
  }
  m_out << bracket;
  if (m_levels.empty()) {
    m_out << '\n';
  }
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  m_out << '"' << escapedForJson(name) << "\": ";
  m_afterKey = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  m_out << '"' << escapedForJson(text) << '"';
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) {
    return null();
  }
  return raw(fmt::format("{}", number)); // the shortest text that reads back the same
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  m_out << json;
  return *this;
}

} // namespace assay
