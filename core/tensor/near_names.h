#pragma once

#include "core/tensor/tensor_table.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Up to `most` names of tensors that somebody who wrote `wanted` may have meant, the likeliest
/// first: the same but for upper and lower case, then those within a few typing errors, then those
/// that hold `wanted`.
[[nodiscard]] std::vector<std::string> nearNames(const TensorTable& table, std::string_view wanted,
                                                 std::size_t most = 3);

} // namespace assay
