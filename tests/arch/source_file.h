#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace assay::test {

/// One `#include` of a source file: what stands between the quotes or brackets.
struct Include {
  int line = 0; ///< from 1
  std::string name;
  bool quoted = false;
};

/// A source file as the rules look at it.
struct SourceFile {
  std::string path; ///< from the top folder, with forward slashes
  std::vector<std::string> lines;
  std::vector<std::string>
      code; ///< the same lines with comments and the insides of literals blanked
  std::vector<Include> includes;

  [[nodiscard]] bool isIn(std::string_view folder) const;
  [[nodiscard]] bool isHeader() const { return path.ends_with(".h"); }
  [[nodiscard]] bool isCpp() const;
  [[nodiscard]] std::string baseName() const;
};

/// Reads the file at `root / path`; a file that cannot be read has no lines.
[[nodiscard]] SourceFile readSourceFile(const std::filesystem::path& root, const std::string& path);

/// The C++ and Python sources below core, ui, app, tests, resources and packaging of `root`,
/// sorted.
[[nodiscard]] std::vector<SourceFile> readSourceTree(const std::filesystem::path& root);

} // namespace assay::test
