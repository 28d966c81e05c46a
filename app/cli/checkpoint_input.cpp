#include "app/cli/checkpoint_input.h"

#include "app/cli/interrupt.h"
#include "app/cli/progress_line.h"

#include <utility>

namespace assay::cli {
namespace {

void printWorstFinding(const Checkpoint& checkpoint) {
  if (!checkpoint.findings().empty()) {
    const Finding& worst = checkpoint.findings().front();
    printError(checkpoint.path().string(), worst.title + ". " + worst.message);
  }
}

} // namespace

Result<std::shared_ptr<const Checkpoint>> openPath(const std::string& path,
                                                   const Context& context) {
  ProgressLine progress(context.quiet);
  OpenOptions options;
  options.setName = context.setName;
  options.threads = context.threads;
  return openCheckpoint(path, options, stopOnInterrupt(), progress);
}

std::shared_ptr<const Checkpoint> openInput(const std::string& path, const Context& context,
                                            int& exitCode) {
  auto checkpoint = openPath(path, context);
  if (!checkpoint) {
    exitCode = reportError(checkpoint.error());
    return nullptr;
  }
  if (!(*checkpoint)->readable()) {
    printWorstFinding(**checkpoint);
    exitCode = UnreadableInput;
    return nullptr;
  }
  return std::move(*checkpoint);
}

int exitCodeAfterWork(const Checkpoint& checkpoint) {
  if (!checkpoint.hasErrors()) {
    return Done;
  }
  printWorstFinding(checkpoint);
  return DoneWithErrorFindings;
}

} // namespace assay::cli
