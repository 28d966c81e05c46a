#include "app/cli/checkpoint_input.h"
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

/// What config.json tells of the attention heads, which cuts must not go through.
AttentionHeads headsOf(const Checkpoint& checkpoint) {
  const auto& config = checkpoint.config();
  return config ? AttentionHeads{config->attentionHeads, config->keyValueHeads} : AttentionHeads{};
}

int runPlan(const PlanOptions& options, const Context& context) {
  int exitCode = Done;
  const auto checkpoint = openInput(options.path, context, exitCode);
  if (!checkpoint) {
    return exitCode;
  }
  auto output = Output::open("", false);
  if (!output) {
    return reportError(output.error());
  }
  const TensorTable& table = checkpoint->table();
  if (options.json) {
    writePlanJson(table, options.ranks, headsOf(*checkpoint), output->stream());
  } else {
    writePlanText(table, options.ranks, headsOf(*checkpoint), output->stream());
  }
  if (auto ok = output->finish(); !ok) {
    return reportError(ok.error());
  }
  return checkpoint->hasErrors() ? DoneWithErrorFindings : Done;
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
  command->callback([options, &context] { context.exitCode = runPlan(*options, context); });
}

} // namespace assay::cli
