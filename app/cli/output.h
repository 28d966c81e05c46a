#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>
#include <ostream>
#include <span>
#include <string>

namespace assay::cli {

/// Where a command's results go: standard output, or the file named by -o, which appears only when
/// it is complete.
///
///     auto output = Output::open(file, force, inputs);
///     if (!output) return reportError(output.error());
///     ... write to output->stream(), leaving early where output->broken() ...
///     if (auto ok = output->finish(); !ok) return reportError(ok.error());
class Output {
 public:
  /// An empty `file` or "-" is standard output. Errors: OutputExists without `force`,
  /// OutputIsInput where `file` is one of `inputs`, WriteFailed, NoSpace.
  [[nodiscard]] static Result<Output> open(const std::string& file, bool force,
                                           std::span<const std::filesystem::path> inputs = {});
  Output(Output&&) noexcept;
  Output& operator=(Output&&) noexcept;
  ~Output();

  [[nodiscard]] std::ostream& stream();

  /// True once a write has failed: there is no sense in going on.
  [[nodiscard]] bool broken() const;

  /// Flushes, and lets the file appear. A pipe that its reader closed (`| head`) is no error.
  [[nodiscard]] Result<void> finish();

 private:
  struct State;
  explicit Output(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

} // namespace assay::cli
