#include "core/tensor/near_names.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace assay {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

/// Letters to insert, remove or change to make one of the other; `limit` + 1 where it is more.
std::size_t editDistance(std::string_view a, std::string_view b, std::size_t limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit) {
    return limit + 1;
  }
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
    if (*std::min_element(row.begin(), row.end()) > limit) {
      return limit + 1;
    }
  }
  return row.back();
}

} // namespace

std::vector<std::string> nearNames(const TensorTable& table, std::string_view wanted,
                                   std::size_t most) {
  constexpr std::size_t longest = 512; // a name is typed by hand, or there is nothing to guess
  if (wanted.empty() || wanted.size() > longest) {
    return {};
  }
  const std::string target = lowered(wanted);
  const std::size_t limit = std::clamp<std::size_t>(target.size() / 5, 1, 6);
  std::vector<std::pair<std::size_t, std::size_t>> ranked; // distance, index
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::string name = lowered(table.at(i).name);
    std::size_t distance = editDistance(target, name, limit);
    if (distance > limit && name.find(target) == std::string::npos) {
      continue;
    }
    distance = std::min(distance, limit + 1);
    ranked.emplace_back(distance, i);
    std::push_heap(ranked.begin(), ranked.end());
    if (ranked.size() > most) {
      std::pop_heap(ranked.begin(), ranked.end());
      ranked.pop_back();
    }
  }
  std::sort_heap(ranked.begin(), ranked.end());
  std::vector<std::string> names;
  names.reserve(ranked.size());
  for (const auto& [distance, index] : ranked) {
    names.emplace_back(table.at(index).name);
  }
  return names;
}

} // namespace assay
