#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/tensor/name_tree.h"

#include <QString>

namespace assay {

/// The columns of the outline.
enum OutlineColumn { OutlineName, OutlineShape, OutlineDtype, OutlineSize, OutlineColumnCount };

/// The text of a cell of the outline: "1 – 29" and "29 layers like 0" for a fold, "9 tensors" for a
/// group. The tree was made from the checkpoint's table. Safe from any thread.
[[nodiscard]] QString outlineCellText(const Checkpoint& checkpoint, const NameTree& tree,
                                      NameTree::Node node, int column);

/// The whole dotted name of a node; of a fold with its first and last number.
[[nodiscard]] QString outlinePathText(const NameTree& tree, NameTree::Node node);

} // namespace assay
