#pragma once

#include "core/base/error.h"

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

namespace assay::cli {

/// The exit codes of the contract that scripts depend on.
enum ExitCode : int {
  Done = 0,
  DoneWithErrorFindings = 1, ///< done, but a finding of severity error stands
  WrongUsage = 2,            ///< or a device, tensor, set or option that is not there
  UnreadableInput = 3,
  UnwritableOutput = 4,
  Interrupted = 130,
};

/// What every command shares.
struct Context {
  int exitCode = Done;
  bool quiet = false;
  unsigned threads = 0;  ///< 0: as many as the machine offers
  std::string setName{}; ///< which set of a folder that holds several
};

/// Prints `assay-cli: SUBJECT: what is wrong (what to do)` on standard error, on one line whatever
/// the subject holds, and gives the exit code that belongs to the error.
[[nodiscard]] int reportError(const Error& error);

/// The same for a failure that is not the core's.
void printError(std::string_view subject, std::string_view text);

/// Each command registers its options and runs from its callback, leaving its code in `context`.
void addInspectCommand(CLI::App& app, Context& context);
void addValuesCommand(CLI::App& app, Context& context);
void addPlanCommand(CLI::App& app, Context& context);
void addConvertCommand(CLI::App& app, Context& context);

} // namespace assay::cli
