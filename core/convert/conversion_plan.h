#pragma once

#include "core/base/result.h"
#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// What a conversion shall do.
struct ConversionOptions {
  std::optional<Dtype> to{};          ///< F16, BF16, F8_E4M3, F8_E5M2 or F32; empty: as stored
  bool saturate = false;              ///< overflow becomes the largest value, not Inf or NaN
  std::vector<std::string> tensors{}; ///< glob patterns; none: all
  std::optional<std::uint64_t> maxShardBytes{}; ///< of tensor data; a bigger tensor gets its own
  std::optional<std::uint64_t> shards{};        ///< exactly so many, balanced in order
};

/// A tensor on its way from a shard of the source to a file of the result.
struct PlannedTensor {
  TensorId source{};
  Dtype dtype = Dtype::Unknown; ///< of the result
  bool converted = false;       ///< false: copied as it is
  std::uint64_t bytes = 0;      ///< in the result
};

/// One file of the result, its tensors in the order in which they are written.
struct PlannedFile {
  std::string name{}; ///< relative to the output folder; empty where the output is one file
  std::vector<PlannedTensor> tensors{};
  std::string header{};
  std::uint64_t dataBytes = 0;

  [[nodiscard]] std::uint64_t fileBytes() const { return header.size() + dataBytes; }
};

struct ConversionPlan {
  std::vector<PlannedFile> files{};
  std::string index{};          ///< the index JSON; empty where the result is one file
  std::uint64_t totalBytes = 0; ///< of all files and the index
  std::uint64_t readBytes = 0;  ///< of tensor data that will be read
  std::size_t converted = 0;
  std::size_t unchanged = 0; ///< integer, companion and already right tensors: copied
  std::size_t leftOut = 0;   ///< not present in the source, so not in the result
  std::vector<std::string> notes{};
};

/// True for the dtypes that a conversion changes: floats, but not the scales (F8_E8M0), the packed
/// 6- and 4-bit floats, or complex numbers.
[[nodiscard]] bool isConvertible(Dtype dtype);

/// Parses "5GB", "500MB", "1.5GB", "1000": decimal units as shard sizes are given in the field.
/// BadOption for anything else and for zero.
[[nodiscard]] Result<std::uint64_t> parseShardSize(std::string_view text);

/// Works out every file and header of the result; reads no tensor data. Where a name occurs in
/// several shards, the last one counts. Errors: BadOption (no tensor matches, more shards than
/// tensors, a target that does not exist, a header that cannot be written), NotACheckpoint.
[[nodiscard]] Result<ConversionPlan> planConversion(const Checkpoint& source,
                                                    const ConversionOptions& options);

} // namespace assay
