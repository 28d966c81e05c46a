#include "core/tensor/name_tree_builder.h"

#include "core/base/checked.h"
#include "core/tensor/natural_order.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace assay {
namespace {

/// The groups of a name and, last, what the tensor itself is called: its last two parts, so that a
/// module with a weight is one row.
std::vector<std::string_view> partsOf(std::string_view name) {
  std::vector<std::string_view> parts;
  while (parts.size() < NameTree::mostDepth) {
    const std::size_t dot = name.find('.');
    // A last part such as "0" in "blocks.0" is a name of its own.
    const bool last =
        dot == std::string_view::npos || name.find('.', dot + 1) == std::string_view::npos;
    if (last) {
      break;
    }
    parts.push_back(name.substr(0, dot));
    name.remove_prefix(dot + 1);
  }
  parts.push_back(name);
  return parts;
}

bool isNumber(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  // The finaliser of splitmix64: each input bit reaches every output bit.
  value += hash + 0x9E3779B97F4A7C15U;
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

std::uint64_t hashOf(std::string_view text) {
  return std::hash<std::string_view>{}(text);
}

void addSaturating(std::uint64_t& sum, std::uint64_t more) {
  sum = checkedAdd(sum, more).value_or(std::numeric_limits<std::uint64_t>::max());
}

constexpr std::size_t rowsBetweenChecks = 4096;

} // namespace

NameTree NameTreeBuilder::build(std::span<const std::uint32_t> rows) {
  const std::vector<std::uint32_t> order = ordered(rows);
  m_tree.m_nodeOfTensor.assign(m_table.size(), NameTree::root);
  m_tree.m_nodes.reserve(rows.size() + rows.size() / 4 + 2);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i % rowsBetweenChecks == 0 && m_stop.stopRequested()) {
      return {};
    }
    addTensor(order[i]);
  }
  sumUp();
  fold();
  layOutChildren();
  return std::move(m_tree);
}

std::vector<std::uint32_t> NameTreeBuilder::ordered(std::span<const std::uint32_t> rows) const {
  struct Named {
    std::string_view name;
    std::uint32_t row;
  };
  std::vector<Named> named;
  named.reserve(rows.size());
  for (const std::uint32_t row : rows) {
    named.push_back({m_table.at(row).name, row});
  }
  // Equal names (a file may have them twice) keep the order of the file.
  std::sort(named.begin(), named.end(), [this](const Named& a, const Named& b) {
    if (m_stop.stopRequested()) {
      return a.row < b.row; // any order will do: the result is thrown away
    }
    const auto order = naturalOrder(a.name, b.name);
    return order != 0 ? order < 0 : a.row < b.row;
  });
  std::vector<std::uint32_t> order;
  order.reserve(named.size());
  for (const Named& each : named) {
    order.push_back(each.row);
  }
  return order;
}

NameTreeBuilder::Node NameTreeBuilder::addNode(Node parent, std::string_view name,
                                               NameTree::Kind kind) {
  NameTree::Entry entry;
  entry.name = name;
  entry.parent = parent;
  entry.kind = kind;
  m_tree.m_nodes.push_back(entry);
  return static_cast<Node>(m_tree.m_nodes.size() - 1);
}

void NameTreeBuilder::addTensor(std::uint32_t row) {
  const TensorInfo info = m_table.at(row);
  const std::vector<std::string_view> parts = partsOf(info.name);
  std::size_t depth = 1;
  while (depth < m_open.size() && depth < parts.size() &&
         m_tree.m_nodes[m_open[depth]].name == parts[depth - 1]) {
    ++depth;
  }
  m_open.resize(depth);
  for (; depth < parts.size(); ++depth) {
    m_open.push_back(addNode(m_open.back(), parts[depth - 1], NameTree::Kind::Group));
  }
  const Node node = addNode(m_open.back(), parts.back(), NameTree::Kind::Tensor);
  NameTree::Entry& entry = m_tree.m_nodes[node];
  entry.tensor = row;
  entry.sums = {1, info.elements().value_or(0), info.dataOffsets.size()};
  m_tree.m_nodeOfTensor[row] = node;
}

void NameTreeBuilder::sumUp() {
  auto& nodes = m_tree.m_nodes;
  m_signatures.assign(nodes.size(), 0);
  // A node stands behind its parent, so going backwards meets every child before its parent.
  for (std::size_t i = nodes.size(); i-- > 1;) {
    NameTree::Entry& entry = nodes[i];
    std::uint64_t own = mix(hashOf(entry.name), m_signatures[i]);
    if (entry.kind == NameTree::Kind::Tensor) {
      const TensorInfo info = m_table.at(entry.tensor);
      own = mix(own, hashOf(info.dtypeText));
      for (const std::uint64_t dim : info.shape) {
        own = mix(own, dim);
      }
    }
    NameTree::Entry& parent = nodes[entry.parent];
    m_signatures[entry.parent] = mix(m_signatures[entry.parent], own);
    parent.sums.tensors += entry.sums.tensors;
    addSaturating(parent.sums.elements, entry.sums.elements);
    addSaturating(parent.sums.bytes, entry.sums.bytes);
    if (entry.kind == NameTree::Kind::Group && isNumber(entry.name)) {
      ++parent.layers;
    }
  }
}

bool NameTreeBuilder::alike(Node a, Node b) const {
  const NameTree::Entry& first = m_tree.m_nodes[a];
  const NameTree::Entry& second = m_tree.m_nodes[b];
  return first.kind == NameTree::Kind::Group && second.kind == NameTree::Kind::Group &&
         isNumber(first.name) && isNumber(second.name) &&
         first.sums.tensors == second.sums.tensors && m_signatures[a] == m_signatures[b];
}

void NameTreeBuilder::fold() {
  layOutChildren();
  const auto groups = static_cast<Node>(m_tree.m_nodes.size());
  m_unfolded = groups;
  for (Node node = 0; node < groups; ++node) {
    const NameTree::Entry& entry = m_tree.m_nodes[node];
    const bool onlyLayers = entry.layers == entry.childCount;
    if (entry.layers > 2) {
      foldRuns(node);
    }
    if (!onlyLayers) {
      m_tree.m_nodes[node].layers = 0;
    }
  }
}

void NameTreeBuilder::foldRuns(Node group) {
  // A copy: adding nodes moves nothing here, but parents change below.
  const auto inner = m_tree.children(group);
  const std::vector<Node> members(inner.begin(), inner.end());
  constexpr std::size_t fewest = 2; // folding a single one would say less than showing it
  for (std::size_t first = 0; first < members.size();) {
    std::size_t end = first + 1;
    while (end < members.size() && alike(members[first], members[end])) {
      ++end;
    }
    if (end - first > fewest) {
      const Node foldNode =
          addNode(group, m_tree.m_nodes[members[first + 1]].name, NameTree::Kind::Fold);
      NameTree::Entry sums{};
      for (std::size_t i = first + 1; i < end; ++i) {
        NameTree::Entry& member = m_tree.m_nodes[members[i]];
        member.parent = foldNode;
        sums.sums.tensors += member.sums.tensors;
        addSaturating(sums.sums.elements, member.sums.elements);
        addSaturating(sums.sums.bytes, member.sums.bytes);
      }
      m_tree.m_nodes[foldNode].sums = sums.sums;
      m_tree.m_nodes[foldNode].layers = static_cast<std::uint32_t>(end - first - 1);
    }
    first = end;
  }
}

void NameTreeBuilder::layOutChildren() {
  auto& nodes = m_tree.m_nodes;
  for (NameTree::Entry& entry : nodes) {
    entry.childCount = 0;
  }
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    ++nodes[nodes[i].parent].childCount;
  }
  std::uint32_t next = 0;
  for (NameTree::Entry& entry : nodes) {
    entry.firstChild = next;
    next += entry.childCount;
    entry.childCount = 0;
  }
  m_tree.m_children.assign(next, 0);
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    NameTree::Entry& parent = nodes[nodes[i].parent];
    m_tree.m_children[parent.firstChild + parent.childCount++] = static_cast<Node>(i);
  }
  placeFolds();
  for (const NameTree::Entry& entry : nodes) {
    for (std::uint32_t row = 0; row < entry.childCount; ++row) {
      nodes[m_tree.m_children[entry.firstChild + row]].row = row;
    }
  }
}

void NameTreeBuilder::placeFolds() {
  // Folds were added last and so stand behind their siblings: each belongs behind the group that
  // its members are like, where its first member was.
  auto& nodes = m_tree.m_nodes;
  for (std::size_t i = m_unfolded; i < nodes.size(); ++i) {
    if (i > m_unfolded && nodes[i].parent == nodes[i - 1].parent) {
      continue; // folds of one parent stand together: once is enough
    }
    const NameTree::Entry& parent = nodes[nodes[i].parent];
    const auto begin = m_tree.m_children.begin() + parent.firstChild;
    std::sort(begin, begin + parent.childCount,
              [&](Node a, Node b) { return placeOf(a) < placeOf(b); });
  }
}

NameTreeBuilder::Node NameTreeBuilder::placeOf(Node node) const {
  const NameTree::Entry& entry = m_tree.m_nodes[node];
  return entry.kind == NameTree::Kind::Fold ? m_tree.m_children[entry.firstChild] : node;
}

} // namespace assay
