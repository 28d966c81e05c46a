#include "ui/models/row_order.h"

#include "core/tensor/natural_order.h"

#include <algorithm>
#include <string_view>

namespace assay {
namespace {

constexpr std::size_t rowsBetweenChecks = 8192;

/// A row with what it sorts by, so that a comparison never goes back to the table.
template<typename Key>
struct KeyedRow {
  Key key;
  std::uint32_t row;
};

struct ShapeKey {
  std::span<const std::uint64_t> dims;
};

template<typename Key, typename KeyOf, typename Less>
void sortRows(std::vector<std::uint32_t>& rows, bool descending, KeyOf keyOf, Less less) {
  std::vector<KeyedRow<Key>> keyed;
  keyed.reserve(rows.size());
  for (const std::uint32_t row : rows) {
    keyed.push_back({keyOf(row), row});
  }
  std::sort(keyed.begin(), keyed.end(), [&](const KeyedRow<Key>& a, const KeyedRow<Key>& b) {
    const bool before = descending ? less(b.key, a.key) : less(a.key, b.key);
    const bool after = descending ? less(a.key, b.key) : less(b.key, a.key);
    return before || (!after && a.row < b.row); // equal keys keep the order of the file
  });
  std::transform(keyed.begin(), keyed.end(), rows.begin(),
                 [](const KeyedRow<Key>& each) { return each.row; });
}

void sortByColumn(std::vector<std::uint32_t>& rows, const TensorTable& table, TensorColumn column,
                  bool descending) {
  const auto naturally = [](std::string_view a, std::string_view b) {
    return naturalOrder(a, b) < 0;
  };
  switch (column) {
  case TensorColumn::Name:
    return sortRows<std::string_view>(
        rows, descending, [&](std::uint32_t row) { return table.at(row).name; }, naturally);
  case TensorColumn::Dtype:
    return sortRows<std::string_view>(
        rows, descending, [&](std::uint32_t row) { return table.at(row).dtypeText; }, naturally);
  case TensorColumn::Shape:
    return sortRows<ShapeKey>(
        rows, descending, [&](std::uint32_t row) { return ShapeKey{table.at(row).shape}; },
        [](const ShapeKey& a, const ShapeKey& b) {
          return std::lexicographical_compare(a.dims.begin(), a.dims.end(), b.dims.begin(),
                                              b.dims.end());
        });
  case TensorColumn::Shard:
    return sortRows<std::uint32_t>(
        rows, descending, [&](std::uint32_t row) { return table.at(row).shard.value; },
        std::less<>());
  default:
    return sortRows<std::uint64_t>(
        rows, descending,
        [&](std::uint32_t row) { return tensorSortNumber(table.at(row), column); }, std::less<>());
  }
}

} // namespace

RowOrder computeRowOrder(const TensorTable& table, const RowOrderRequest& request,
                         const StopToken& stop) {
  auto rows = std::make_shared<std::vector<std::uint32_t>>();
  rows->reserve(request.filter.isEmpty() ? table.size() : 0);
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i % rowsBetweenChecks == 0 && stop.stopRequested()) {
      return nullptr;
    }
    if (request.filter.isEmpty() || request.filter.matches(table.at(i))) {
      rows->push_back(static_cast<std::uint32_t>(i));
    }
  }
  if (request.sortBy && !stop.stopRequested()) {
    sortByColumn(*rows, table, *request.sortBy, request.descending);
  }
  return stop.stopRequested() ? nullptr : rows;
}

} // namespace assay
