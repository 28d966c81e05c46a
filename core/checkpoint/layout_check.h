#pragma once

#include "core/checkpoint/finding_list.h"
#include "core/tensor/tensor_table.h"

#include <cstdint>

namespace assay {

/// What the layout check learns of one shard.
struct LayoutFacts {
  std::uint64_t dataEnd = 0;    ///< where the last tensor's data ends, relative to the data's start
  std::uint64_t unreadable = 0; ///< tensors that are not wholly in the file
};

/// Marks in `tensors`, one shard's in file order, how much of each is in a file of `fileBytes`
/// bytes and whether its size is what its shape and dtype give, and adds a finding for everything
/// that is odd: gaps, overlaps, sizes, dtypes, alignment, and bytes missing or left over at the
/// end. Superseded rows are marked but not reported. `complete`: the rows are all that the header
/// has; else nothing is said of bytes that belong to no tensor.
LayoutFacts checkLayout(TensorTableBuilder& tensors, std::uint64_t dataStart,
                        std::uint64_t fileBytes, bool complete, FindingList& findings);

} // namespace assay
