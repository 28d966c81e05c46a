#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/stats/analysis.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

/// The conversion that values are judged for.
struct ChosenConversion {
  Dtype target = Dtype::F16;
  OverflowRule rule = OverflowRule::ToInfOrNan;
};

/// What becomes of an overflowing value: "inf", "nan" or "largest", as in a report.
[[nodiscard]] std::string_view overflowOutcome(const ChosenConversion& conversion);

/// What is worth saying about the values of one tensor: NaN, Inf, all zero, constant, bytes that
/// look swapped, and with a conversion the values that overflow it.
[[nodiscard]] std::vector<Finding> valueFindings(const TensorInfo& info,
                                                 const std::string& fileName,
                                                 const TensorAnalysis& analysis,
                                                 const std::optional<ChosenConversion>& conversion);

/// The same for all tensors that were analyzed, worst first.
[[nodiscard]] std::vector<Finding> valueFindings(const Checkpoint& checkpoint,
                                                 const CheckpointAnalysis& analysis,
                                                 const std::optional<ChosenConversion>& conversion);

} // namespace assay
