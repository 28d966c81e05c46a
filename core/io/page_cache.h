#pragma once

#include "core/base/byte_range.h"
#include "core/io/file_bytes.h"

#include <cstdint>
#include <optional>

namespace assay {

/// Bytes of `range` of the file that are in the system's page cache, counted in whole pages but
/// never more than the range has. Nothing where the system does not tell; some tell only the file's
/// owner. A file in memory (tmpfs) is always cached.
[[nodiscard]] std::optional<std::uint64_t> cachedBytes(const FileBytes& file, ByteRange range);

/// Asks the system to drop what it caches of the file. It may keep pages that others use or that
/// are not on the disk yet: look with `cachedBytes` afterwards. False where it cannot be asked.
bool dropFromCache(const FileBytes& file);

/// The same as `cachedBytes` by mapping the range and asking page by page, which works on systems
/// without a call for it.
[[nodiscard]] std::optional<std::uint64_t> cachedBytesByMapping(const FileBytes& file,
                                                                ByteRange range);

} // namespace assay
