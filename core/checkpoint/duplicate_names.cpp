#include "core/checkpoint/duplicate_names.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <string_view>
#include <utility>

namespace assay {
namespace {

bool namesAscend(const TensorTable& table) {
  for (std::size_t i = 1; i < table.size(); ++i) {
    if (table.at(i - 1).name >= table.at(i).name) {
      return false;
    }
  }
  return true;
}

/// Open addressing over row numbers, with a bound on the work: names can be made so that their
/// hashes collide.
class NameSet {
 public:
  explicit NameSet(const TensorTable& table)
      : m_table(table), m_slots(std::bit_ceil(table.size() * 2 + 1)),
        m_probesLeft(table.size() * 16 + 64) {}

  /// Enters a row. Gives the row that had the name before, or `none`; stops with `tooMany`.
  std::uint32_t enter(std::uint32_t row) {
    const std::string_view name = m_table.at(row).name;
    const std::size_t hash = std::hash<std::string_view>{}(name);
    const auto tag = static_cast<std::uint32_t>(hash >> 32U);
    for (std::size_t at = hash & (m_slots.size() - 1);; at = (at + 1) & (m_slots.size() - 1)) {
      Slot& slot = m_slots[at];
      if (slot.rowPlusOne == 0) {
        slot = {tag, row + 1};
        return none;
      }
      if (slot.tag == tag && m_table.at(slot.rowPlusOne - 1).name == name) {
        return std::exchange(slot.rowPlusOne, row + 1) - 1;
      }
      if (m_probesLeft-- == 0) {
        return tooMany;
      }
    }
  }

  static constexpr std::uint32_t none = 0xFFFFFFFFU;
  static constexpr std::uint32_t tooMany = 0xFFFFFFFEU;

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t rowPlusOne = 0;
  };
  const TensorTable& m_table;
  std::vector<Slot> m_slots;
  std::size_t m_probesLeft;
};

bool byRow(const DuplicateName& a, const DuplicateName& b) {
  return a.row < b.row;
}

} // namespace

std::vector<DuplicateName> findDuplicateNamesBySorting(const TensorTable& table) {
  std::vector<std::uint32_t> rows(table.size());
  std::iota(rows.begin(), rows.end(), 0U);
  std::stable_sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
    return table.at(a).name < table.at(b).name;
  });
  std::vector<DuplicateName> duplicates;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (table.at(rows[i - 1]).name == table.at(rows[i]).name) {
      duplicates.push_back({rows[i - 1], rows[i]});
    }
  }
  std::sort(duplicates.begin(), duplicates.end(), byRow);
  return duplicates;
}

std::vector<DuplicateName> findDuplicateNames(const TensorTable& table) {
  if (namesAscend(table)) {
    return {};
  }
  std::vector<DuplicateName> duplicates;
  NameSet names(table);
  for (std::uint32_t row = 0; row < table.size(); ++row) {
    const std::uint32_t earlier = names.enter(row);
    if (earlier == NameSet::tooMany) {
      return findDuplicateNamesBySorting(table);
    }
    if (earlier != NameSet::none) {
      duplicates.push_back({earlier, row});
    }
  }
  std::sort(duplicates.begin(), duplicates.end(), byRow);
  return duplicates;
}

} // namespace assay
