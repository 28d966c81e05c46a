#include "core/tensor/tensor_table.h"

#include "core/base/checked.h"

#include <limits>
#include <utility>

namespace assay {

TensorInfo TensorTable::at(std::size_t index) const {
  const Row& row = m_rows[index];
  TensorInfo info;
  info.id = TensorId{static_cast<std::uint32_t>(index)};
  info.name = std::string_view(m_names).substr(row.nameBegin, row.nameLength);
  info.dtype = row.dtype;
  info.dtypeText = m_dtypeTexts[row.dtypeText];
  info.shape = std::span(m_dims).subspan(row.dimsBegin, row.rank);
  info.dataOffsets = row.dataOffsets;
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  info.fileRange = {checkedAdd(row.dataOffsets.begin, row.dataStart).value_or(most),
                    checkedAdd(row.dataOffsets.end, row.dataStart).value_or(most)};
  info.shard = ShardId{row.shard};
  info.state = row.state;
  info.sizeMatches = row.sizeMatches;
  info.described = row.described;
  return info;
}

std::optional<TensorId> TensorTable::find(std::string_view name) const {
  for (std::size_t i = m_rows.size(); i-- > 0;) {
    const Row& row = m_rows[i];
    if (row.nameLength == name.size() &&
        std::string_view(m_names).substr(row.nameBegin, row.nameLength) == name) {
      return TensorId{static_cast<std::uint32_t>(i)};
    }
  }
  return std::nullopt;
}

void TensorTableBuilder::reserve(std::size_t tensors, std::size_t nameBytes, std::size_t dims) {
  m_table.m_rows.reserve(tensors);
  m_table.m_names.reserve(nameBytes);
  m_table.m_dims.reserve(dims);
}

std::uint16_t TensorTableBuilder::internDtype(std::string_view text) {
  auto& texts = m_table.m_dtypeTexts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i] == text) {
      return static_cast<std::uint16_t>(i);
    }
  }
  // A hostile header can hold a new spelling a tensor; past this many they share one text.
  constexpr std::size_t mostSpellings = 512;
  if (texts.size() >= mostSpellings) {
    return internDtype(texts.back());
  }
  texts.emplace_back(text);
  return static_cast<std::uint16_t>(texts.size() - 1);
}

TensorId TensorTableBuilder::add(const TensorInfo& info, std::uint64_t dataStart) {
  TensorTable::Row row{};
  row.nameBegin = m_table.m_names.size();
  row.nameLength = static_cast<std::uint32_t>(info.name.size());
  row.dimsBegin = m_table.m_dims.size();
  row.rank = static_cast<std::uint32_t>(info.shape.size());
  row.dataOffsets = info.dataOffsets;
  row.dataStart = dataStart;
  row.shard = info.shard.value;
  row.dtypeText = internDtype(info.dtypeText);
  row.dtype = info.dtype;
  row.state = info.state;
  row.sizeMatches = info.sizeMatches;
  row.described = info.described;
  m_table.m_names += info.name;
  m_table.m_dims.insert(m_table.m_dims.end(), info.shape.begin(), info.shape.end());
  m_table.m_rows.push_back(row);
  return TensorId{static_cast<std::uint32_t>(m_table.m_rows.size() - 1)};
}

TensorTable TensorTableBuilder::build() {
  return std::exchange(m_table, TensorTable{});
}

} // namespace assay
