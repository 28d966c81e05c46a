#pragma once

#include "tests/arch/source_file.h"

#include <string>
#include <vector>

namespace assay::test {

/// A place where the source tree is not as the project's design wants it.
struct Violation {
  std::string rule; ///< a short name such as "core-order"
  std::string path;
  int line = 0; ///< from 1; 0 where the whole file is meant
  std::string what;

  [[nodiscard]] std::string text() const;
};

/// Every violation of every rule. The rules' names and reasons stand beside them in
/// source_rules.cpp.
[[nodiscard]] std::vector<Violation> violationsIn(const std::vector<SourceFile>& files);

} // namespace assay::test
