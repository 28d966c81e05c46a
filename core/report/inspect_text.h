#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstddef>
#include <ostream>

namespace assay {

/// Writes what is in a checkpoint for a person: both verdicts, facts, findings, metadata, and a
/// table of the tensors. All that comes from the file is escaped. `columns`: of the terminal, for
/// wrapping sentences and for tensors whose name leaves no room beside it; 0 where there is no
/// limit, as in a file.
void writeInspectText(const Checkpoint& checkpoint, std::ostream& out, std::size_t columns);

} // namespace assay
