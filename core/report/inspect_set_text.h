#pragma once

#include "core/checkpoint/checkpoint.h"

#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

/// What the terminal is told of a checkpoint beyond its files: index, config.json, parameters of a
/// quantized model, other loaders. Labels and texts; the texts hold raw names.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string>>
inspectSetFacts(const Checkpoint& checkpoint);

/// One line a shard: its number, size, tensors, state and name.
void writeShardTable(const Checkpoint& checkpoint, std::ostream& out);

} // namespace assay
