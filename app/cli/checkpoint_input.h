#pragma once

#include "app/cli/command.h"
#include "core/checkpoint/checkpoint.h"

#include <memory>
#include <string>

namespace assay::cli {

/// Opens a command's PATH, with a progress line, whatever is in it.
[[nodiscard]] Result<std::shared_ptr<const Checkpoint>> openPath(const std::string& path,
                                                                 const Context& context);

/// The same for commands that need what is in it. Null where
/// that cannot be: what is wrong stands on standard error then, and the exit code in `exitCode`.
[[nodiscard]] std::shared_ptr<const Checkpoint> openInput(const std::string& path,
                                                          const Context& context, int& exitCode);

/// The exit code of a command that did its work on this checkpoint. Where a finding of severity
/// error stands, the worst one is told in a line on standard error.
[[nodiscard]] int exitCodeAfterWork(const Checkpoint& checkpoint);

} // namespace assay::cli
