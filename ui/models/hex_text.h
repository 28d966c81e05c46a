#pragma once

#include <QString>
#include <QStringList>
#include <cstddef>
#include <cstdint>
#include <span>

namespace assay {

/// Bytes as lines of sixteen: position, hexadecimal codes, and the printable ASCII among them.
/// `start` is the position of the first byte.
[[nodiscard]] QStringList hexLines(std::span<const std::byte> bytes, std::uint64_t start = 0);

} // namespace assay
