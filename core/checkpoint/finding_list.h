#pragma once

#include "core/checkpoint/finding.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace assay {

/// Collects the findings of one file. A hostile file can give a finding a tensor: past the first of
/// one kind they are only counted, and one more finding says how many there were.
class FindingList {
 public:
  explicit FindingList(std::string fileName) : m_fileName(std::move(fileName)) {}

  /// How many findings of one kind are kept.
  static constexpr std::size_t mostOfAKind = 20;

  /// True where a finding of this kind would still be kept: saves making the text of one that is
  /// not. The finding is counted all the same.
  [[nodiscard]] bool wants(FindingCode code);

  /// Keeps a finding that `wants` was asked for; its file is filled in, its severity by `take`.
  void add(Finding finding);

  /// All findings, worst first. Severities are those of the contract: some kinds are always notes;
  /// the rest are errors where the reference refuses the file (it refuses every file of which a
  /// tensor cannot be read), else warnings.
  [[nodiscard]] std::vector<Finding> take(bool refused);

 private:
  std::string m_fileName;
  std::vector<Finding> m_findings;
  std::array<std::size_t, static_cast<std::size_t>(FindingCode::LoaderRefuses) + 1> m_counts{};
};

} // namespace assay
