#include "core/tensor/name_tree.h"

#include "core/tensor/name_tree_builder.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace assay {

NameTree NameTree::build(const TensorTable& table, std::span<const std::uint32_t> rows,
                         const StopToken& stop) {
  return NameTreeBuilder(table, stop).build(rows);
}

NameTree NameTree::buildAll(const TensorTable& table, const StopToken& stop) {
  std::vector<std::uint32_t> rows(table.size());
  std::iota(rows.begin(), rows.end(), std::uint32_t{0});
  return build(table, rows, stop);
}

std::span<const NameTree::Node> NameTree::children(Node node) const {
  const Entry& entry = m_nodes[node];
  return std::span(m_children).subspan(entry.firstChild, entry.childCount);
}

bool NameTree::isAbove(Node a, Node b) const {
  // Nodes are numbered in this order but for folds, which were added last: a fold stands right
  // above its first member.
  const auto place = [this](Node node) {
    const bool fold = kind(node) == Kind::Fold;
    return std::pair(fold ? children(node).front() : node, !fold);
  };
  return place(a) < place(b);
}

std::string NameTree::path(Node node) const {
  std::vector<std::string_view> parts;
  for (; node != root; node = parent(node)) {
    if (kind(node) != Kind::Fold) { // a fold adds nothing to the names in it
      parts.push_back(name(node));
    }
  }
  std::string path;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (part != parts.rbegin()) {
      path += '.';
    }
    path += *part;
  }
  return path;
}

std::optional<NameTree::Node> NameTree::find(TensorId tensor) const {
  if (tensor.value >= m_nodeOfTensor.size() || m_nodeOfTensor[tensor.value] == root) {
    return std::nullopt;
  }
  return m_nodeOfTensor[tensor.value];
}

std::optional<NameTree::Node> NameTree::findGroup(std::string_view path) const {
  Node node = root;
  while (!path.empty()) {
    std::optional<Node> next;
    const auto matches = [&](Node child) {
      const std::string_view part = name(child);
      return kind(child) == Kind::Group && path.starts_with(part) &&
             (path.size() == part.size() || path[part.size()] == '.');
    };
    for (const Node child : children(node)) {
      if (kind(child) == Kind::Fold) {
        const auto inner = children(child);
        const auto found = std::find_if(inner.begin(), inner.end(), matches);
        next = found == inner.end() ? next : std::optional(*found);
      } else if (matches(child)) {
        next = child;
      }
    }
    if (!next) {
      return std::nullopt;
    }
    node = *next;
    path.remove_prefix(std::min(name(node).size() + 1, path.size()));
  }
  return node;
}

std::vector<TensorId> NameTree::tensorsBelow(Node node) const {
  std::vector<TensorId> found;
  std::vector<Node> open{node};
  while (!open.empty()) {
    const Node next = open.back();
    open.pop_back();
    if (kind(next) == Kind::Tensor) {
      found.push_back(tensor(next));
      continue;
    }
    const auto inner = children(next);
    open.insert(open.end(), inner.rbegin(), inner.rend());
  }
  return found;
}

} // namespace assay
