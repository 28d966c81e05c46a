#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/checkpoint/checkpoint.h"
#include "core/report/plan_writer.h"

#include <memory>
#include <string>

namespace assay::cli {
namespace {

struct PlanOptions {
  std::string path{};
  std::uint64_t ranks = 0;
  bool json = false;
};

int runPlan(const PlanOptions& options) {
  NoProgress progress;
  const auto checkpoint = openCheckpoint(options.path, stopOnInterrupt(), progress);
  if (!checkpoint) {
    return reportError(checkpoint.error());
  }
  if (!(*checkpoint)->readable() && !(*checkpoint)->findings().empty()) {
    const Finding& worst = (*checkpoint)->findings().front();
    printError(options.path, worst.title + ". " + worst.message);
    return UnreadableInput;
  }
  auto output = Output::open("", false);
  if (!output) {
    return reportError(output.error());
  }
  const TensorTable& table = (*checkpoint)->table();
  if (options.json) {
    writePlanJson(table, options.ranks, {}, output->stream());
  } else {
    writePlanText(table, options.ranks, {}, output->stream());
  }
  if (auto ok = output->finish(); !ok) {
    return reportError(ok.error());
  }
  return (*checkpoint)->hasErrors() ? DoneWithErrorFindings : Done;
}

} // namespace

void addPlanCommand(CLI::App& app, Context& context) {
  auto options = std::make_shared<PlanOptions>();
  CLI::App* command =
      app.add_subcommand("plan", "Show which bytes each rank of tensor parallelism would read");
  command->add_option("PATH", options->path, "A weights file, a shard index, or a folder")
      ->required();
  command->add_option("--ranks", options->ranks, "How many ranks")
      ->required()
      ->check(CLI::Range(std::uint64_t{1}, mostRanks));
  command->add_flag("--json", options->json, "Print one JSON document");
  command->callback([options, &context] { context.exitCode = runPlan(*options); });
}

} // namespace assay::cli
