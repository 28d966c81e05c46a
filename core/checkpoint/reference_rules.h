#pragma once

#include "core/checkpoint/reference_verdict.h"
#include "core/tensor/tensor_table.h"

#include <cstdint>
#include <optional>

namespace assay {

/// The reference's limit on the length of a header.
inline constexpr std::uint64_t referenceHeaderLimit = 100'000'000;

/// The checks that the reference makes before it looks at a header's text: of a file of `fileBytes`
/// bytes whose first eight say `headerLength` (empty where it has fewer). Nothing: it goes on.
[[nodiscard]] std::optional<ReferenceVerdict>
judgeHeaderLength(std::optional<std::uint64_t> headerLength, std::uint64_t fileBytes);

/// The checks that it makes of the tensors, once it has accepted the header's JSON. `table` is one
/// shard's in file order; superseded rows are not seen by the reference. `dataStart` + data =
/// `fileBytes` in an accepted file.
[[nodiscard]] ReferenceVerdict judgeTensors(const TensorTable& table, std::uint64_t dataStart,
                                            std::uint64_t fileBytes);

} // namespace assay
