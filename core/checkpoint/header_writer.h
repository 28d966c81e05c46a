#pragma once

#include "core/base/result.h"
#include "core/checkpoint/checkpoint.h"
#include "core/tensor/dtype.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// One tensor of a file that is to be written.
struct OutputTensor {
  std::string_view name;
  std::string_view dtypeText; ///< spelled as it shall stand in the header
  Dtype dtype = Dtype::Unknown;
  std::span<const std::uint64_t> shape;
  std::uint64_t bytes = 0;
};

/// The order in which the reference's writer lays tensors out: the last dtype of its enumeration
/// first, then names by bytes. Gives the positions in `tensors`.
[[nodiscard]] std::vector<std::size_t> referenceOrder(std::span<const OutputTensor> tensors);

/// The length and the header of a file with these tensors in this order, back to back: compact
/// JSON, metadata first (none where it is empty), padded with blanks so that the data start at a
/// multiple of 8. `least` makes the padding longer, for a header that replaces another in place.
/// Errors: BadOption where two tensors share a name, where a name is "__metadata__" (the format
/// cannot say it), or where the header would pass the reference's limit of 100,000,000 bytes.
[[nodiscard]] Result<std::string> headerBytes(std::span<const OutputTensor> tensors,
                                              const Metadata& metadata, std::uint64_t least = 0);

} // namespace assay
