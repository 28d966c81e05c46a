#include "core/tensor/tensor_table.h"

#include "core/base/checked.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace assay {
namespace {

/// Where it is worth the copy.
template<typename Container>
void giveBackSpare(Container& items) {
  constexpr std::size_t worth = std::size_t{1} << 18U; // bytes
  if ((items.capacity() - items.size()) * sizeof(items[0]) > worth) {
    items.shrink_to_fit();
  }
}

} // namespace

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
  info.superseded = row.superseded;
  return info;
}

std::optional<TensorId> TensorTable::find(std::string_view name) const {
  for (std::size_t i = m_rows.size(); i-- > 0;) {
    const Row& row = m_rows[i];
    if (!row.superseded && row.nameLength == name.size() &&
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

std::uint16_t TensorTableBuilder::internDtype(Dtype dtype, std::string_view text) {
  std::uint16_t& known = m_knownTexts[static_cast<std::size_t>(dtype)];
  if (dtype != Dtype::Unknown && known != 0) {
    return static_cast<std::uint16_t>(known - 1);
  }
  auto& texts = m_table.m_dtypeTexts;
  // A hostile header can hold a new spelling a tensor; past this many they share one text.
  constexpr std::size_t mostSpellings = 512;
  auto found = std::find(texts.begin(), texts.end(), text);
  if (found == texts.end() && texts.size() < mostSpellings) {
    found = texts.emplace(texts.end(), text);
  } else if (found == texts.end()) {
    --found;
  }
  const auto index = static_cast<std::uint16_t>(found - texts.begin());
  if (dtype != Dtype::Unknown) {
    known = static_cast<std::uint16_t>(index + 1);
  }
  return index;
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
  row.dtypeText = internDtype(info.dtype, info.dtypeText);
  row.dtype = info.dtype;
  row.state = info.state;
  row.sizeMatches = info.sizeMatches;
  row.described = info.described;
  row.superseded = info.superseded;
  m_table.m_names += info.name;
  m_table.m_dims.insert(m_table.m_dims.end(), info.shape.begin(), info.shape.end());
  m_table.m_rows.push_back(row);
  return TensorId{static_cast<std::uint32_t>(m_table.m_rows.size() - 1)};
}

void TensorTableBuilder::append(const TensorTable& other, ShardId shard) {
  std::vector<std::uint16_t> texts; // the other table's numbers for dtypes, in ours
  texts.reserve(other.m_dtypeTexts.size());
  for (const std::string& text : other.m_dtypeTexts) {
    texts.push_back(internDtype(dtypeFromName(text), text));
  }
  const std::uint64_t names = m_table.m_names.size();
  const std::uint64_t dims = m_table.m_dims.size();
  m_table.m_names += other.m_names;
  m_table.m_dims.insert(m_table.m_dims.end(), other.m_dims.begin(), other.m_dims.end());
  for (TensorTable::Row row : other.m_rows) {
    row.nameBegin += names;
    row.dimsBegin += dims;
    row.shard = shard.value;
    row.dtypeText = texts[row.dtypeText];
    m_table.m_rows.push_back(row);
  }
}

bool TensorTableBuilder::sortByOffset() {
  const auto before = [](const TensorTable::Row& a, const TensorTable::Row& b) {
    return a.dataOffsets.begin != b.dataOffsets.begin ? a.dataOffsets.begin < b.dataOffsets.begin
                                                      : a.dataOffsets.end < b.dataOffsets.end;
  };
  if (std::is_sorted(m_table.m_rows.begin(), m_table.m_rows.end(), before)) {
    return false;
  }
  std::stable_sort(m_table.m_rows.begin(), m_table.m_rows.end(), before);
  return true;
}

void TensorTableBuilder::sortByShard() {
  std::stable_sort(
      m_table.m_rows.begin(), m_table.m_rows.end(),
      [](const TensorTable::Row& a, const TensorTable::Row& b) { return a.shard < b.shard; });
}

void TensorTableBuilder::setDataStart(std::uint64_t dataStart) {
  for (TensorTable::Row& row : m_table.m_rows) {
    row.dataStart = dataStart;
  }
}

TensorTable TensorTableBuilder::build() {
  m_knownTexts = {};
  return std::exchange(m_table, TensorTable{});
}

} // namespace assay
