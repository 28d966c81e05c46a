#pragma once

#include "core/base/stop_token.h"
#include "core/tensor/tensor_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// The groups that dotted names make: "model.layers.0.mlp.up_proj.weight" is a tensor
/// "up_proj.weight" in "mlp" in "0" in "layers" in "model". The last part
/// of a name ("weight", "bias") stays with the one before it, so that a module is no group.
/// Consecutive numbered groups with equal contents (names,
/// dtypes, shapes) after the first of them are folded into one node.
///
/// Flat and immutable: nodes are numbers, node 0 is the root, children stand in natural order. It
/// keeps views into the table it was made from, which must outlive it. Names deeper than
/// `mostDepth` parts keep the rest as one name, so hostile depth costs nothing.
class NameTree {
 public:
  using Node = std::uint32_t;
  static constexpr Node root = 0;
  static constexpr std::size_t mostDepth = 48;

  enum class Kind : std::uint8_t {
    Group,
    Fold, ///< a run of groups like the one before it
    Tensor,
  };

  /// What a node sums up. Saturates at 2^64 - 1.
  struct Sums {
    std::uint32_t tensors = 0;
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0;
  };

  /// A tree of the tensors in `rows` (indices of the table, in any order). When asked to stop, a
  /// tree of nothing.
  [[nodiscard]] static NameTree build(const TensorTable& table, std::span<const std::uint32_t> rows,
                                      const StopToken& stop);
  [[nodiscard]] static NameTree buildAll(const TensorTable& table, const StopToken& stop);

  [[nodiscard]] std::size_t size() const { return m_nodes.size(); }
  [[nodiscard]] Kind kind(Node node) const { return m_nodes[node].kind; }
  /// The part of the name that this node adds; of a fold that of its first group.
  [[nodiscard]] std::string_view name(Node node) const { return m_nodes[node].name; }
  [[nodiscard]] Node parent(Node node) const { return m_nodes[node].parent; }
  [[nodiscard]] std::uint32_t rowInParent(Node node) const { return m_nodes[node].row; }
  [[nodiscard]] std::span<const Node> children(Node node) const;
  /// The tensor of a Tensor node.
  [[nodiscard]] TensorId tensor(Node node) const { return TensorId{m_nodes[node].tensor}; }
  [[nodiscard]] const Sums& sums(Node node) const { return m_nodes[node].sums; }
  /// How many numbered groups a group has, those in folds too, where it has nothing else; else 0.
  [[nodiscard]] std::uint32_t layers(Node node) const { return m_nodes[node].layers; }
  /// Whether `a` stands above `b` when every group is open.
  [[nodiscard]] bool isAbove(Node a, Node b) const;
  /// The dotted name from the root.
  [[nodiscard]] std::string path(Node node) const;
  /// The node of a tensor, if it is in this tree.
  [[nodiscard]] std::optional<Node> find(TensorId tensor) const;
  /// The group with this dotted path.
  [[nodiscard]] std::optional<Node> findGroup(std::string_view path) const;
  /// Every tensor below `node`, in tree order.
  [[nodiscard]] std::vector<TensorId> tensorsBelow(Node node) const;

 private:
  friend class NameTreeBuilder;
  struct Entry {
    std::string_view name{};
    Node parent = root;
    std::uint32_t row = 0;
    std::uint32_t firstChild = 0; ///< in m_children
    std::uint32_t childCount = 0;
    std::uint32_t tensor = 0;
    std::uint32_t layers = 0;
    Sums sums{};
    Kind kind = Kind::Group;
  };
  std::vector<Entry> m_nodes{Entry{}};
  std::vector<Node> m_children{};
  std::vector<Node> m_nodeOfTensor{}; ///< by tensor; 0 where it is not in the tree
};

} // namespace assay
