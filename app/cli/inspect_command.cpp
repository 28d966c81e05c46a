#include "app/cli/checkpoint_input.h"
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/hash_check.h"
#include "core/report/inspect_json.h"
#include "core/report/inspect_text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace assay::cli {
namespace {

struct InspectOptions {
  std::string path{};
  bool json = false;
  bool verify = false;
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

/// Reads the files whose SHA-256 the download cache knows; what differs joins the findings.
Result<std::shared_ptr<const Checkpoint>> verified(std::shared_ptr<const Checkpoint> checkpoint,
                                                   const Context& context) {
  const auto check = [&] {
    ProgressLine progress(context.quiet);
    return checkHashes(*checkpoint, stopOnInterrupt(), progress);
  }();
  if (!check) {
    return fail(check.error());
  }
  if (!context.quiet) {
    std::fprintf(stderr, "assay-cli: %s\n", hashCheckText(*check).c_str());
  }
  return check->findings.empty() ? checkpoint : withFindings(*checkpoint, check->findings);
}

int runInspect(const InspectOptions& options, const Context& context) {
  auto checkpoint = openPath(options.path, context);
  if (checkpoint && options.verify) {
    checkpoint = verified(*checkpoint, context);
  }
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
  command->add_flag("--verify", options->verify,
                    "Compare the files with the SHA-256 that a download cache knows them by");
  command->callback([options, &context] { context.exitCode = runInspect(*options, context); });
}

} // namespace assay::cli
