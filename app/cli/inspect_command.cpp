#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "core/checkpoint/checkpoint.h"
#include "core/report/inspect_json.h"
#include "core/report/inspect_text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>

namespace assay::cli {
namespace {

struct InspectOptions {
  std::string path{};
  bool json = false;
};

/// Columns of the terminal that standard output is, or 0.
std::size_t terminalColumns() {
  winsize size{};
  if (::isatty(STDOUT_FILENO) == 0 || ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) {
    return 0;
  }
  return size.ws_col;
}

/// A file that is no checkpoint at all is told in full on standard output and in one line on
/// standard error.
int reportUnreadable(const Checkpoint& checkpoint) {
  const Finding& worst = checkpoint.findings().front();
  printError(checkpoint.path().string(), worst.title + ". " + worst.message);
  return UnreadableInput;
}

int runInspect(const InspectOptions& options, const Context& context) {
  Result<std::shared_ptr<const Checkpoint>> checkpoint = [&] {
    ProgressLine progress(context.quiet);
    return openCheckpoint(options.path, stopOnInterrupt(), progress);
  }();
  if (!checkpoint) {
    return reportError(checkpoint.error());
  }
  auto output = Output::open("", false);
  if (!output) {
    return reportError(output.error());
  }
  if (options.json) {
    writeInspectJson(**checkpoint, output->stream());
  } else {
    writeInspectText(**checkpoint, output->stream(), terminalColumns());
  }
  if (auto ok = output->finish(); !ok) {
    return reportError(ok.error());
  }
  if (!(*checkpoint)->readable() && !(*checkpoint)->findings().empty()) {
    return reportUnreadable(**checkpoint);
  }
  return (*checkpoint)->hasErrors() ? DoneWithErrorFindings : Done;
}

} // namespace

void addInspectCommand(CLI::App& app, Context& context) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* command =
      app.add_subcommand("inspect", "Show what is in a checkpoint and whether it is damaged");
  command->add_option("PATH", options->path, "A weights file, a shard index, or a folder")
      ->required();
  command->add_flag("--json", options->json, "Print one JSON document");
  command->callback([options, &context] { context.exitCode = runInspect(*options, context); });
}

} // namespace assay::cli
