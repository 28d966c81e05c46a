#pragma once

#include "core/checkpoint/finding.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

/// How much of a file's beginning the sniffer wants to see.
inline constexpr std::size_t sniffedBytes = 4096;

/// What a file that is no safetensors file is, judged by its first bytes (`first`, up to
/// `sniffedBytes`) and its size, never by its name. Gives the code, title, message and position of
/// the finding; nothing where the content is none that is known. Takes any bytes.
[[nodiscard]] std::optional<Finding> sniffContent(std::string_view first, std::uint64_t fileBytes);

/// The finding for content that `sniffContent` does not know: shows how it begins.
[[nodiscard]] Finding unknownContent(std::string_view first, std::uint64_t fileBytes);

/// "50 4B 03 04" for the first `count` bytes, or as many as there are.
[[nodiscard]] std::string hexText(std::string_view bytes, std::size_t count);

} // namespace assay
