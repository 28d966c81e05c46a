#pragma once

#include "core/checkpoint/checkpoint.h"
#include "ui/models/checkpoint_overview.h"

#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

/// One entry of the list of findings: one finding, or several of the same kind and severity.
struct FindingGroup {
  enum class Shape : std::uint8_t { Error, Warning, Note };
  Shape shape = Shape::Note;
  QString title{};
  QString message{};               ///< of the first
  QStringList more{};              ///< messages of the others
  std::optional<QString> tensor{}; ///< of the first, to jump to
  std::optional<std::uint64_t> position{};
};

/// Findings worst first, those of one code together, and beside them what the window alone says:
/// how much of a cut tensor can be read, and that nothing checks the bytes. All text is safe to
/// show.
[[nodiscard]] std::vector<FindingGroup> groupFindings(const Checkpoint& checkpoint,
                                                      const CheckpointOverview& overview);

} // namespace assay
