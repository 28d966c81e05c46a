#pragma once

#include "core/checkpoint/finding.h"
#include "core/tensor/tensor_table.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct Shard;

/// Whether a loader would open a checkpoint as the reference does.
enum class LoaderAnswer : std::uint8_t {
  Yes,
  Differently, ///< it opens, but something in it is read as something else, or left out
  Unknown,     ///< the file is damaged in a way of which its rules are not known
  No,
};

/// "yes", "differently", "unknown", "no".
[[nodiscard]] std::string_view answerName(LoaderAnswer answer);

/// One row of the table "who else opens this?".
struct LoaderVerdict {
  std::string_view loader{};     ///< "mlx", "candle" ...
  std::string_view checkedFor{}; ///< the version whose rules these are, or how they were found
  LoaderAnswer answer = LoaderAnswer::Yes;
  std::string why{};   ///< every reason, as sentences; empty for Yes
  bool notable = true; ///< worth a finding: not for rows that hold for most files
};

/// Judges a checkpoint by the rules of common loaders: dtypes that they lack, limits, and what they
/// check or do not check. `indexEntries` is how many tensors an index names (0 without one). Pure;
/// walks once over the table.
[[nodiscard]] std::vector<LoaderVerdict> judgeLoaders(std::span<const Shard> shards,
                                                      const TensorTable& table,
                                                      std::span<const Finding> findings,
                                                      std::size_t indexEntries);

/// loader_refuses: one note for each notable loader that does not open what the reference accepts,
/// or opens it differently.
[[nodiscard]] std::vector<Finding> loaderFindings(std::span<const LoaderVerdict> verdicts,
                                                  std::span<const Shard> shards);

} // namespace assay
