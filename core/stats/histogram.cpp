#include "core/stats/histogram.h"

#include "core/stats/tensor_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace assay {
namespace {

double symlog(double value, double unit) {
  return std::copysign(std::log2(1 + std::fabs(value) / unit), value);
}

double unsymlog(double position, double unit) {
  return std::copysign((std::exp2(std::fabs(position)) - 1) * unit, position);
}

/// How far `at` lies between the ends, 0 to 1; halves keep the difference from overflowing.
double share(double at, double lowest, double highest) {
  return (at / 2 - lowest / 2) / (highest / 2 - lowest / 2);
}

} // namespace

double HistogramRequest::edge(std::size_t bin) const {
  if (bin == 0) {
    return lowest;
  }
  if (bin >= bins) {
    return highest;
  }
  const double part = static_cast<double>(bin) / static_cast<double>(bins);
  if (scale == ValueScale::Symlog) {
    const double low = symlog(lowest, unit);
    return unsymlog(low + (symlog(highest, unit) - low) * part, unit);
  }
  return 2 * (lowest / 2 + (highest / 2 - lowest / 2) * part);
}

std::size_t HistogramRequest::binOf(double value) const {
  double part = 0;
  if (scale == ValueScale::Symlog) {
    part = share(symlog(value, unit), symlog(lowest, unit), symlog(highest, unit));
  } else {
    part = share(value, lowest, highest);
  }
  const auto last = static_cast<double>(bins - 1);
  auto bin = static_cast<std::size_t>(std::clamp(part * static_cast<double>(bins), 0.0, last));
  // The edges decide, not the rounding of the quotient.
  if (bin > 0 && value < edge(bin)) {
    --bin;
  } else if (bin + 1 < bins && value >= edge(bin + 1)) {
    ++bin;
  }
  return bin;
}

HistogramRequest requestOver(double min, double max, std::size_t bins) {
  HistogramRequest request{min, max, bins};
  if (min == max) {
    const double apart = std::max(0.5, std::fabs(min) * 0x1p-50);
    request.lowest = std::max(min - apart, std::numeric_limits<double>::lowest());
    request.highest = std::min(max + apart, std::numeric_limits<double>::max());
  }
  return request;
}

void ValueHistogram::add(double value, std::uint64_t count) {
  if (value < request.lowest) {
    below += count;
  } else if (value > request.highest) {
    above += count;
  } else if (!std::isnan(value)) {
    counts[request.binOf(value)] += count;
  }
}

ValueHistogram histogramOf(const SparseCensus& census, const HistogramRequest& request) {
  ValueHistogram histogram{request, std::vector<std::uint64_t>(request.bins)};
  const std::vector<double>& values = codeBook(census.dtype).values;
  for (const CodeCount& each : census.codes) {
    if (std::isfinite(values[each.code])) {
      histogram.add(values[each.code], each.count);
    }
  }
  return histogram;
}

Result<SparseCensus> readCensus(const FileBytes& file, const TensorInfo& info,
                                const StopToken& stop, ProgressSink& progress) {
  Census census;
  census.reset(info.dtype);
  auto read = readTensor(file, info, stop, progress, [&](auto bytes, auto chunk, auto& parts) {
    census.add(bytes, parts.valuesOfChunk(chunk), static_cast<std::uint32_t>(chunk));
  });
  if (!read) {
    return fail(read.error());
  }
  return census.sparse();
}

Result<ValueHistogram> readHistogram(const FileBytes& file, const TensorInfo& info,
                                     const HistogramRequest& request, const StopToken& stop,
                                     ProgressSink& progress) {
  if (hasCensus(info.dtype)) {
    const auto census = readCensus(file, info, stop, progress);
    if (!census) {
      return fail(census.error());
    }
    return histogramOf(*census, request);
  }
  ValueHistogram histogram{request, std::vector<std::uint64_t>(request.bins)};
  auto read = withWideType(info.dtype, [&](auto type) {
    using T = decltype(type);
    return readTensor(file, info, stop, progress, [&](auto bytes, auto, auto&) {
      forEachValue<T>(bytes, [&](T value) {
        if (const auto wide = static_cast<double>(value); std::isfinite(wide)) {
          histogram.add(wide, 1);
        }
      });
    });
  });
  if (!read) {
    return fail(read.error());
  }
  return histogram;
}

} // namespace assay
