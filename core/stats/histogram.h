#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/io/file_bytes.h"
#include "core/stats/census.h"
#include "core/tensor/tensor_info.h"

#include <cstdint>
#include <vector>

namespace assay {

enum class ValueScale : std::uint8_t {
  Linear,
  Symlog, ///< bins are equal in sign(x) * log2(1 + |x| / unit): both signs, zero in the middle
};

/// Which bins: `bins` >= 1 equal ones over [lowest, highest], finite, lowest < highest.
struct HistogramRequest {
  double lowest = 0;
  double highest = 1;
  std::size_t bins = 256;
  ValueScale scale = ValueScale::Linear;
  double unit = 1; ///< of Symlog, above 0: where it turns from linear to logarithmic

  /// The edge below bin `bin`; edge(bins) is `highest`.
  [[nodiscard]] double edge(std::size_t bin) const;
  /// The bin of a finite value; of one outside, the nearest.
  [[nodiscard]] std::size_t binOf(double value) const;
};

/// The range of values from `min` to `max`, half a unit further to both sides where they are equal.
[[nodiscard]] HistogramRequest requestOver(double min, double max, std::size_t bins);

/// Exact counts of the finite values in each bin: edge(i) <= value < edge(i + 1), the last bin with
/// its upper edge. Values outside the range are counted beside it.
struct ValueHistogram {
  HistogramRequest request{};
  std::vector<std::uint64_t> counts{};
  std::uint64_t below = 0;
  std::uint64_t above = 0;

  void add(double value, std::uint64_t count);
};

[[nodiscard]] ValueHistogram histogramOf(const SparseCensus& census,
                                         const HistogramRequest& request);

/// The codes of a tensor that `canAnalyze` and has a census, by a pass over it. Errors: Stopped,
/// FileChanged, ReadFailed, OutOfMemory.
[[nodiscard]] Result<SparseCensus> readCensus(const FileBytes& file, const TensorInfo& info,
                                              const StopToken& stop, ProgressSink& progress);

/// The same for any dtype, by a pass over the tensor.
[[nodiscard]] Result<ValueHistogram> readHistogram(const FileBytes& file, const TensorInfo& info,
                                                   const HistogramRequest& request,
                                                   const StopToken& stop, ProgressSink& progress);

} // namespace assay
