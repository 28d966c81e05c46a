#pragma once

#include "core/checkpoint/checkpoint.h"
#include "ui/models/file_map.h"
#include "ui/models/tensor_state_model.h"

#include <QString>
#include <cstdint>
#include <vector>

namespace assay {

/// What the Overview page needs and takes a pass over all tensors to find: made once, on the thread
/// that opens the checkpoint. Immutable.
struct CheckpointOverview {
  FileMap map{};
  TensorStateModel::Counters states{}; ///< for the table of a damaged checkpoint
  std::uint64_t complete = 0;          ///< tensors that can be read
  std::uint64_t cutOff = 0;
  std::uint64_t missing = 0;
  std::uint64_t presentElements = 0; ///< of complete tensors
  std::uint64_t integerTensors = 0;  ///< whose elements may hold several parameters each
  unsigned alignment =
      0; ///< largest power of two, at most 4096, that divides every start; 0: no data
  [[nodiscard]] std::uint64_t tensors() const { return complete + cutOff + missing; }
};

/// Linear in the tensors; safe from any thread.
[[nodiscard]] CheckpointOverview describeCheckpoint(const Checkpoint& checkpoint);

/// A label with its value.
struct Fact {
  QString label{};
  QString value{};
  QString toolTip{};
};

/// The File section: location, size, header, alignment, tensors, parameters, shards. Texts from the
/// file are made safe to show.
[[nodiscard]] std::vector<Fact> fileFacts(const Checkpoint& checkpoint,
                                          const CheckpointOverview& overview);

/// One of the two cards at the top.
struct Verdict {
  enum class Mood : std::uint8_t { Good, Warning, Bad };
  Mood mood = Mood::Good;
  QString title{};
  QString text{};
};

/// What could be read.
[[nodiscard]] Verdict readingVerdict(const Checkpoint& checkpoint,
                                     const CheckpointOverview& overview);

/// What the reference loader would say.
[[nodiscard]] Verdict referenceVerdict(const Checkpoint& checkpoint);

/// "272 tensors · 134,515,008 parameters · 269.1 MB", or the counts of a damaged file.
[[nodiscard]] QString statusText(const Checkpoint& checkpoint, const CheckpointOverview& overview);

/// "SmolLM2-135M — model.safetensors": the folder first, because many files have the same name.
[[nodiscard]] QString windowTitle(const Checkpoint& checkpoint);

/// `path` with the home folder as "~".
[[nodiscard]] QString shortPath(const QString& path, const QString& home);

} // namespace assay
