#pragma once

#include "core/tensor/name_tree.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

namespace assay {

/// Makes a NameTree in four passes over flat arrays, none of them recursive: order the names, make
/// groups while walking them, sum up from the leaves, fold what is alike.
class NameTreeBuilder {
 public:
  NameTreeBuilder(const TensorTable& table, const StopToken& stop) : m_table(table), m_stop(stop) {}

  [[nodiscard]] NameTree build(std::span<const std::uint32_t> rows);

 private:
  using Node = NameTree::Node;

  [[nodiscard]] std::vector<std::uint32_t> ordered(std::span<const std::uint32_t> rows) const;
  void addTensor(std::uint32_t row);
  Node addNode(Node parent, std::string_view name, NameTree::Kind kind);
  void sumUp();
  void fold();
  void foldRuns(Node group);
  void layOutChildren();
  void placeFolds();
  [[nodiscard]] Node placeOf(Node node) const;
  [[nodiscard]] bool alike(Node a, Node b) const;

  const TensorTable& m_table;
  const StopToken& m_stop;
  NameTree m_tree{};
  std::vector<Node> m_open{NameTree::root};  ///< the groups that the last name lies in
  std::vector<std::uint64_t> m_signatures{}; ///< of each node: names, dtypes, shapes below it
  std::size_t m_unfolded = std::numeric_limits<std::size_t>::max(); ///< nodes before the first fold
};

} // namespace assay
