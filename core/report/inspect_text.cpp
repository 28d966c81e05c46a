#include "core/report/inspect_text.h"

#include "core/base/number_text.h"
#include "core/base/text_escape.h"
#include "core/report/inspect_set_text.h"
#include "core/report/text_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {
namespace {

constexpr std::size_t labelWidth = 12;

class InspectText {
 public:
  InspectText(const Checkpoint& checkpoint, std::ostream& out, std::size_t columns)
      : m_checkpoint(checkpoint), m_out(out), m_columns(columns) {}

  void write();

 private:
  void fact(std::string_view label, const std::string& text);
  void heading(std::string_view title) { m_out << '\n' << title << '\n'; }
  void writeFileFacts();
  void writeVerdicts();
  void writeDtypes();
  void writeFindings();
  void writeMetadata();
  void writeTensors();

  // Columns of the tensor table, from the left.
  enum Column : std::size_t {
    Name,
    DtypeName,
    Shape,
    Elements,
    Bytes,
    Offset,
    InShard,
    State,
    Count
  };
  void measure(const TensorInfo& info);
  void fillCells(const TensorInfo& info);
  void writeHeadings();
  void writeRow();

  const Checkpoint& m_checkpoint;
  std::ostream& m_out;
  std::size_t m_columns;
  std::array<std::size_t, Count> m_widths{};
  std::array<std::string, Count> m_cells{};
  bool m_nameOnOwnLine = false;
  bool m_showShard = false;
  bool m_showState = false;
  std::string m_line;
};

void InspectText::write() {
  m_out << escapedForLine(m_checkpoint.path().string()) << '\n';
  writeFileFacts();
  writeVerdicts();
  for (const auto& [label, text] : inspectSetFacts(m_checkpoint)) {
    fact(label, text);
  }
  writeFindings();
  if (m_checkpoint.shards().size() > 1) {
    heading("Shards");
    writeShardTable(m_checkpoint, m_out);
  }
  if (m_checkpoint.readable()) {
    writeDtypes();
    writeMetadata();
    writeTensors();
  }
}

void InspectText::fact(std::string_view label, const std::string& text) {
  m_out << "  " << padRight(label, labelWidth)
        << wrapped(escapedForLine(text), labelWidth + 2, m_columns) << '\n';
}

void InspectText::writeFileFacts() {
  const CheckpointTotals& totals = m_checkpoint.totals();
  const auto exact = [](std::uint64_t bytes) {
    return bytes < 1000 ? sizeText(bytes)
                        : fmt::format("{} ({} bytes)", sizeText(bytes), groupedText(bytes));
  };
  fact("Size", exact(totals.fileBytes));
  const auto& shards = m_checkpoint.shards();
  if (shards.size() == 1 && shards[0].dataStart) {
    fact("Header", fmt::format("{}, data from byte {}", countText(*shards[0].headerLength, "byte"),
                               groupedText(*shards[0].dataStart)));
  } else if (shards.size() > 1) {
    fact("Shards", groupedText(shards.size()));
  }
  if (m_checkpoint.readable()) {
    fact("Tensors",
         fmt::format("{}, {}, {} of data", countText(m_checkpoint.table().size(), "tensor"),
                     countText(totals.elements, "element"), exact(totals.dataBytes)));
  }
}

void InspectText::writeVerdicts() {
  const std::size_t all = m_checkpoint.table().size();
  const auto& states = m_checkpoint.totals().states;
  const std::uint64_t whole = states[static_cast<std::size_t>(TensorState::Present)] +
                              states[static_cast<std::size_t>(TensorState::NotInIndex)];
  if (!m_checkpoint.readable()) {
    fact("Reading", "this file cannot be read as a checkpoint");
  } else if (all == 0) {
    fact("Reading", "there are no tensors");
  } else if (whole == all) {
    fact("Reading", all == 1 ? "its 1 tensor can be read"
                             : fmt::format("all {} tensors can be read", groupedText(all)));
  } else {
    fact("Reading",
         fmt::format("{} of {} can be read", groupedText(whole), countText(all, "tensor")));
  }
  for (const Shard& shard : m_checkpoint.shards()) {
    if (!shard.judged || (shard.reference.accepts() && m_checkpoint.shards().size() > 1)) {
      continue; // of many shards, those that are refused
    }
    const std::string subject = m_checkpoint.shards().size() > 1 ? shard.fileName : "this file";
    fact("Reference",
         shard.reference.accepts()
             ? fmt::format("safetensors {} accepts {}", referenceVersion, subject)
             : fmt::format("safetensors {} rejects {}: {}: {}", referenceVersion, subject,
                           referenceErrorName(shard.reference.error), shard.reference.detail));
  }
}

void InspectText::writeDtypes() {
  if (m_checkpoint.totals().dtypes.empty()) {
    return;
  }
  heading("Dtypes");
  std::vector<std::array<std::string, 4>> rows;
  std::array<std::size_t, 4> widths{};
  for (const auto& [name, sums] : m_checkpoint.totals().dtypes) {
    rows.push_back({escapedForLine(name), countText(sums.tensors, "tensor"),
                    countText(sums.elements, "element"), sizeText(sums.bytes)});
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = std::max(widths[i], displayWidth(rows.back()[i]));
    }
  }
  for (const auto& row : rows) {
    m_out << "  " << padRight(row[0], widths[0]) << "  " << padLeft(row[1], widths[1]) << "  "
          << padLeft(row[2], widths[2]) << "  " << padLeft(row[3], widths[3]) << '\n';
  }
}

void InspectText::writeFindings() {
  if (m_checkpoint.findings().empty()) {
    return;
  }
  heading("Findings");
  for (const Finding& finding : m_checkpoint.findings()) {
    const std::string_view mark = finding.severity == Severity::Error     ? "error"
                                  : finding.severity == Severity::Warning ? "warning"
                                                                          : "note";
    fact(mark, finding.title + " [" + std::string(findingName(finding.code)) + "]");
    const bool many = m_checkpoint.shards().size() > 1 && !finding.file.empty() &&
                      finding.message.find(finding.file) == std::string::npos;
    fact("", (many ? finding.file + ": " : "") + finding.message);
  }
}

void InspectText::writeMetadata() {
  for (const Shard& shard : m_checkpoint.shards()) {
    if (shard.metadata.empty()) {
      continue;
    }
    heading(m_checkpoint.shards().size() > 1 ? "Metadata of " + escapedForLine(shard.fileName)
                                             : "Metadata");
    std::size_t width = 0;
    for (const auto& [key, value] : shard.metadata) {
      width = std::max(width, std::min<std::size_t>(displayWidth(escapedForLine(key)), 32));
    }
    for (const auto& [key, value] : shard.metadata) {
      // A long value would bury the rest; JSON output has it whole.
      constexpr std::size_t most = 400;
      std::string shown = escapedForLine(value.substr(0, most));
      if (value.size() > most) {
        shown += fmt::format("… ({})", countText(value.size(), "byte"));
      }
      m_out << "  " << padRight(escapedForLine(key), width) << " = "
            << wrapped(shown, width + 5, m_columns) << '\n';
    }
  }
}

void InspectText::fillCells(const TensorInfo& info) {
  for (std::string& cell : m_cells) {
    cell.clear();
  }
  m_cells[Name] = escapedForLine(info.name);
  m_cells[State] = stateName(info.state);
  std::replace(m_cells[State].begin(), m_cells[State].end(), '_', ' ');
  if (m_showShard) {
    m_cells[InShard] = groupedText(std::uint64_t{info.shard.value} + 1);
  }
  if (info.described) {
    const auto elements = info.elements();
    m_cells[DtypeName] = escapedForLine(info.dtypeText);
    m_cells[Shape] = shapeText(info.shape);
    m_cells[Elements] = elements ? groupedText(*elements) : "-";
    m_cells[Bytes] = groupedText(info.dataOffsets.size());
    m_cells[Offset] = groupedText(info.fileRange.begin);
  }
}

/// Columns that a number takes with a comma after every three digits.
std::size_t groupedWidth(std::uint64_t value) {
  std::size_t digits = 1;
  for (; value >= 10; value /= 10) {
    ++digits;
  }
  return digits + (digits - 1) / 3;
}

std::size_t shapeWidth(std::span<const std::uint64_t> shape) {
  constexpr std::size_t times = 3;
  std::size_t width =
      shape.empty() ? std::string_view("scalar").size() : times * (shape.size() - 1);
  for (const std::uint64_t dim : shape) {
    width += groupedWidth(dim);
  }
  return width;
}

// Without making the texts: a table can have a million rows.
void InspectText::measure(const TensorInfo& info) {
  const auto widen = [&](Column column, std::size_t width, std::size_t most) {
    m_widths[column] = std::max(m_widths[column], std::min(width, most));
  };
  constexpr std::size_t mostNameColumns = 72;
  constexpr std::size_t mostShapeColumns = 40;
  widen(Name, displayWidth(escapedForLine(info.name)), mostNameColumns);
  widen(DtypeName, displayWidth(escapedForLine(info.dtypeText)), mostShapeColumns);
  widen(Shape, shapeWidth(info.shape), mostShapeColumns);
  widen(Elements, groupedWidth(info.elements().value_or(0)), mostShapeColumns);
  widen(Bytes, groupedWidth(info.dataOffsets.size()), mostShapeColumns);
  widen(Offset, groupedWidth(info.fileRange.begin), mostShapeColumns);
  if (info.state != TensorState::Present) {
    m_showState = true;
    widen(State, stateName(info.state).size(), mostShapeColumns);
  }
}

void InspectText::writeHeadings() {
  m_cells = {"Name", "Dtype", "Shape", "Elements", "Bytes", "File offset", "Shard", "State"};
  for (std::size_t i = 0; i < Count; ++i) {
    m_widths[i] = std::max(m_widths[i], m_cells[i].size());
  }
  std::size_t total = 0;
  for (std::size_t c = 0; c < Count; ++c) {
    const bool shown = c == State ? m_showState : (c != InShard || m_showShard);
    total += shown ? m_widths[c] + 2 : 0;
  }
  m_nameOnOwnLine = m_columns != 0 && total > m_columns;
  writeRow();
}

void InspectText::writeRow() {
  m_line = "  ";
  if (m_nameOnOwnLine) {
    m_line += m_cells[Name];
    m_line += "\n    ";
  } else {
    appendPaddedRight(m_line, m_cells[Name], m_widths[Name]);
    m_line += "  ";
    if (m_cells[Name].size() > m_widths[Name] && displayWidth(m_cells[Name]) > m_widths[Name]) {
      m_line += '\n'; // the rest stays in its columns
      m_line.append(m_widths[Name] + 4, ' ');
    }
  }
  for (const Column column : {DtypeName, Shape}) {
    appendPaddedRight(m_line, m_cells[column], m_widths[column]);
    m_line += "  ";
  }
  appendPaddedLeft(m_line, m_cells[Elements], m_widths[Elements]);
  for (const Column column : {Bytes, Offset}) {
    m_line += "  ";
    appendPaddedLeft(m_line, m_cells[column], m_widths[column]);
  }
  if (m_showShard) {
    m_line += "  ";
    appendPaddedLeft(m_line, m_cells[InShard], m_widths[InShard]);
  }
  if (m_showState) {
    m_line += "  ";
    m_line += m_cells[State];
  }
  m_line += '\n';
  m_out.write(m_line.data(), static_cast<std::streamsize>(m_line.size()));
}

void InspectText::writeTensors() {
  if (m_checkpoint.table().empty()) {
    return;
  }
  heading("Tensors");
  m_showShard = m_checkpoint.shards().size() > 1;
  for (std::size_t i = 0; i < m_checkpoint.table().size(); ++i) {
    measure(m_checkpoint.table().at(i));
  }
  writeHeadings();
  for (std::size_t i = 0; i < m_checkpoint.table().size(); ++i) {
    fillCells(m_checkpoint.table().at(i));
    writeRow();
  }
}

} // namespace

void writeInspectText(const Checkpoint& checkpoint, std::ostream& out, std::size_t columns) {
  InspectText(checkpoint, out, columns).write();
}

} // namespace assay
