#pragma once

#include "core/checkpoint/checkpoint.h"

#include <ostream>

namespace assay {

/// Writes what is in a checkpoint as one JSON document of the schema "assay.inspect/1", row by row.
/// Whether the stream took it all is for the caller to ask the stream.
void writeInspectJson(const Checkpoint& checkpoint, std::ostream& out);

} // namespace assay
