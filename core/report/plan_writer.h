#pragma once

#include "core/load/shard_plan.h"

#include <cstddef>
#include <ostream>

namespace assay {

/// The plan as the document "assay.plan/1", one tensor at a time. The parts of a fused tensor are
/// one list of ranges a rank; those of any other tensor one range a rank.
void writePlanJson(const TensorTable& table, std::uint64_t ranks, const AttentionHeads& heads,
                   std::ostream& out);

/// The plan as a table for people, problems first. `mostRows` tensors at most are listed.
void writePlanText(const TensorTable& table, std::uint64_t ranks, const AttentionHeads& heads,
                   std::ostream& out, std::size_t mostRows = 100'000);

} // namespace assay
