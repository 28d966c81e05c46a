#pragma once

#include "core/base/stop_token.h"
#include "core/checkpoint/checkpoint.h"
#include "core/tensor/name_tree.h"
#include "ui/models/tensor_columns.h"

#include <QString>
#include <cstdint>
#include <span>

namespace assay {

/// Rows as text for the clipboard: a line each, cells between tabs, numbers raw (no separators, no
/// units), nothing in a name that would break the table. Plain work for a background thread where
/// there are many; empty where it was asked to stop.
[[nodiscard]] QString listRowsText(const Checkpoint& checkpoint,
                                   std::span<const std::uint32_t> tensors,
                                   std::span<const TensorColumn> columns, const StopToken& stop);

enum class OutlineRows : std::uint8_t { AllColumns, NamesOnly };
/// The same of rows of the outline, with whole dotted names where it is names only.
[[nodiscard]] QString outlineRowsText(const Checkpoint& checkpoint, const NameTree& tree,
                                      std::span<const NameTree::Node> nodes, OutlineRows what,
                                      const StopToken& stop);

} // namespace assay
