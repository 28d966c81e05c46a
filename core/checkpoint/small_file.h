#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace assay {

/// The whole content of a file of at most `mostBytes`. Errors: those of opening and reading, and
/// OutOfMemory for a larger file (`expected` its size).
[[nodiscard]] Result<std::string> readSmallFile(const std::filesystem::path& path,
                                                std::uint64_t mostBytes);

} // namespace assay
