#pragma once

#include <cstddef>
#include <filesystem>

namespace assay::test {

/// Writes a checkpoint of `tensors` small BF16 tensors with the names of a mixture-of-experts model
/// (128 experts a layer): about 120 bytes of header each, 12 MB for 100,000. The data is a hole in
/// the file that takes no room on the disk.
void writeBigCheckpoint(const std::filesystem::path& path, std::size_t tensors);

} // namespace assay::test
