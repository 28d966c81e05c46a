#pragma once

#include "core/base/json_writer.h"
#include "core/checkpoint/finding.h"

#include <span>

namespace assay {

/// Writes the member "findings" of a JSON report, the same in each of them.
void writeFindings(JsonWriter& json, std::span<const Finding> findings);

} // namespace assay
