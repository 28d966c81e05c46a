#pragma once

#include "core/tensor/tensor_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// Sorts tensors by the top-level group of their dotted names. Where nearly all names share a
/// container such as "model", its children are the top level. Views stay valid as long as the
/// names given to it.
class NameGroups {
 public:
  explicit NameGroups(const TensorTable& table);

  /// The group's dotted path, such as "model.layers" for "model.layers.3.mlp.weight"; the whole
  /// name where it has no dot to split at.
  [[nodiscard]] std::string_view groupOf(std::string_view name) const;

  /// The whole number that follows the group in a name, such as 3 above.
  [[nodiscard]] static std::optional<std::uint64_t> numberAfter(std::string_view group,
                                                                std::string_view name);

  /// The group without the shared container: "layers".
  [[nodiscard]] std::string_view shortName(std::string_view group) const;

  /// The shared container, such as "model"; empty where there is none.
  [[nodiscard]] const std::string& container() const { return m_container; }

 private:
  std::string m_container;
};

} // namespace assay
