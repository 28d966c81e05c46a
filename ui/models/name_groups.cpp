#include "ui/models/name_groups.h"

#include <algorithm>
#include <unordered_map>

namespace assay {

namespace {

constexpr std::size_t mostDepth = 8;

bool isNumber(std::string_view text) {
  return !text.empty() && text.size() <= 18 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isBelow(std::string_view name, std::string_view container) {
  return container.empty() || (name.size() > container.size() + 1 && name.starts_with(container) &&
                               name[container.size()] == '.');
}

/// What follows the container in a name that is below it.
std::string_view below(std::string_view name, std::string_view container) {
  return container.empty() ? name : name.substr(container.size() + 1);
}

/// The component that nearly all names have next behind `container` and that itself contains
/// others, not numbered ones: nothing where there is none such.
std::optional<std::string> dominatingChild(const TensorTable& table, std::string_view container) {
  std::unordered_map<std::string_view, std::size_t> counts;
  std::string_view sample;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::string_view name = table.at(i).name;
    if (!isBelow(name, container)) {
      continue;
    }
    const std::string_view rest = below(name, container);
    const std::size_t dot = rest.find('.');
    if (dot != std::string_view::npos && dot != 0) {
      ++counts[rest.substr(0, dot)];
    }
  }
  for (const auto& [component, count] : counts) {
    if (count * 10 >= table.size() * 8) {
      sample = component;
    }
  }
  if (sample.empty()) {
    return std::nullopt;
  }
  std::string child(container);
  child += container.empty() ? "" : ".";
  child += sample;
  // "layers" with its numbers is a group, not a container of groups.
  for (std::size_t i = 0; i < table.size(); ++i) {
    const std::string_view name = table.at(i).name;
    if (isBelow(name, child)) {
      const std::string_view rest = below(name, child);
      if (isNumber(rest.substr(0, rest.find('.')))) {
        return std::nullopt;
      }
    }
  }
  return child;
}

} // namespace

NameGroups::NameGroups(const TensorTable& table) {
  for (std::size_t depth = 0; depth < mostDepth; ++depth) {
    auto child = dominatingChild(table, m_container);
    if (!child) {
      return;
    }
    m_container = *std::move(child);
  }
}

std::string_view NameGroups::groupOf(std::string_view name) const {
  const bool inside = !m_container.empty() && isBelow(name, m_container);
  const std::size_t from = inside ? m_container.size() + 1 : 0;
  const std::size_t dot = name.find('.', from);
  return dot == std::string_view::npos ? name : name.substr(0, dot);
}

std::optional<std::uint64_t> NameGroups::numberAfter(std::string_view group,
                                                     std::string_view name) {
  if (!isBelow(name, group)) {
    return std::nullopt;
  }
  const std::string_view rest = below(name, group);
  const std::string_view component = rest.substr(0, rest.find('.'));
  if (!isNumber(component)) {
    return std::nullopt;
  }
  std::uint64_t number = 0;
  for (const char c : component) {
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

std::string_view NameGroups::shortName(std::string_view group) const {
  return !m_container.empty() && isBelow(group, m_container) ? below(group, m_container) : group;
}

} // namespace assay
