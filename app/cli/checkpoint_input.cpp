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

std::shared_ptr<const Checkpoint> openInput(const std::string& path, const Context& context,
                                            int& exitCode) {
  auto checkpoint = [&] {
    ProgressLine progress(context.quiet);
    return openCheckpoint(path, stopOnInterrupt(), progress);
  }();
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
