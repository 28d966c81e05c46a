#pragma once

#include "core/checkpoint/checkpoint.h"

#include <QString>
#include <QVariant>
#include <cstdint>
#include <span>

namespace assay {

/// The columns of the list, in the order in which they stand.
enum class TensorColumn : std::uint8_t {
  Name,
  Dtype,
  Shape,
  Parameters,
  Size,
  DataOffsets,
  FileOffset,
  Shard,
  Alignment,
};

/// What is the same for every row of a column.
struct TensorColumnFacts {
  TensorColumn column;
  const char* title;
  const char* toolTip; ///< defines the number
  bool numeric;        ///< right-aligned, sorts from the largest first
  bool shownAtFirst;
  int width; ///< pixels at first
};

[[nodiscard]] std::span<const TensorColumnFacts> tensorColumns();
[[nodiscard]] const TensorColumnFacts& tensorColumnFacts(TensorColumn column);

/// The text of a cell; "—" where nothing applies.
[[nodiscard]] QString tensorCellText(const Checkpoint& checkpoint, const TensorInfo& info,
                                     TensorColumn column);

/// What a cell sorts by, for numeric columns. Not described tensors sort as 0.
[[nodiscard]] std::uint64_t tensorSortNumber(const TensorInfo& info, TensorColumn column);

} // namespace assay
