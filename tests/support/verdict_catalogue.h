#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace assay::test {

/// A small file and what the reference library says of it.
struct JudgedFile {
  std::string name;
  std::string error;  ///< the reference's error name; empty where it accepts
  std::string reason; ///< its words
  std::string bytes;
};

/// The catalogue of judged files at `path` (tests/core/data/reference_verdicts.tsv tells its form).
/// Throws where it cannot be read.
[[nodiscard]] std::vector<JudgedFile> readVerdictCatalogue(const std::filesystem::path& path);

} // namespace assay::test
