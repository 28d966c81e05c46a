#pragma once

#include "core/checkpoint/finding.h"

#include <array>
#include <cstddef>
#include <vector>

namespace assay {

/// Collects what is said about a set as a whole. A hostile index can give a finding a tensor: past
/// the first of one kind they are only counted, and one more finding says how many there were.
class SetFindings {
 public:
  static constexpr std::size_t mostOfAKind = 20;

  /// Counts one; true where it would still be kept: saves making the text of one that is not.
  [[nodiscard]] bool wants(FindingCode code);

  /// Keeps a finding that `wants` was asked for. Its severity is that of its code in the contract.
  void add(Finding finding);

  /// `wants` and `add` in one, where the text costs nothing to speak of.
  void tell(Finding finding);

  /// All of them, in the order in which they came.
  [[nodiscard]] std::vector<Finding> take();

 private:
  std::vector<Finding> m_findings;
  std::array<std::size_t, static_cast<std::size_t>(FindingCode::LoaderRefuses) + 1> m_counts{};
};

} // namespace assay
