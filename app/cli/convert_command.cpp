#include "app/cli/checkpoint_input.h"
#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress_line.h"
#include "core/base/number_text.h"
#include "core/base/text_escape.h"
#include "core/checkpoint/checkpoint.h"
#include "core/convert/conversion.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace assay::cli {
namespace {

struct ConvertOptions {
  std::string path{};
  std::string output{};
  std::string to{};
  bool saturate = false;
  bool force = false;
  std::vector<std::string> tensors{};
  std::string maxShardSize{};
  std::uint64_t shards = 0;
};

Result<ConversionOptions> conversionOptionsOf(const ConvertOptions& options) {
  ConversionOptions conversion;
  if (!options.to.empty()) {
    conversion.to = dtypeFromName(options.to); // planConversion refuses what is no target
  }
  conversion.saturate = options.saturate;
  conversion.tensors = options.tensors;
  if (!options.maxShardSize.empty()) {
    const auto bytes = parseShardSize(options.maxShardSize);
    if (!bytes) {
      return fail(bytes.error());
    }
    conversion.maxShardBytes = *bytes;
  }
  if (options.shards > 0) {
    conversion.shards = options.shards;
  }
  return conversion;
}

Result<void> convert(const ConvertOptions& options, const Checkpoint& source, bool quiet) {
  const auto conversion = conversionOptionsOf(options);
  if (!conversion) {
    return fail(conversion.error());
  }
  const auto plan = planConversion(source, *conversion);
  if (!plan) {
    return fail(plan.error());
  }
  {
    ProgressLine progress(quiet);
    if (auto ok =
            runConversion(source, *plan, *conversion, options.output,
                          options.force ? NewFile::IfExists::Replace : NewFile::IfExists::Refuse,
                          stopOnInterrupt(), progress);
        !ok) {
      return ok;
    }
  }
  for (const std::string& note : plan->notes) {
    std::fprintf(stderr, "assay-cli: %s\n", escapedForLine(note).c_str());
  }
  std::printf("%s: %s, %s in %s\n", escapedForLine(options.output).c_str(),
              countText(plan->converted + plan->unchanged, "tensor").c_str(),
              sizeText(plan->totalBytes).c_str(), countText(plan->files.size(), "file").c_str());
  return {};
}

int runConvert(const ConvertOptions& options, const Context& context) {
  int exitCode = Done;
  const auto checkpoint = openInput(options.path, context, exitCode);
  if (!checkpoint) {
    return exitCode;
  }
  if (auto ok = convert(options, *checkpoint, context.quiet); !ok) {
    return reportError(ok.error());
  }
  return checkpoint->hasErrors() ? DoneWithErrorFindings : Done;
}

} // namespace

void addConvertCommand(CLI::App& app, Context& context) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command = app.add_subcommand(
      "convert", "Write a checkpoint in another dtype, a part of it, or in other shards");
  command->add_option("PATH", options->path, "A weights file, a shard index, or a folder")
      ->required();
  command->add_option("-o", options->output, "The new file; a folder where it is sharded")
      ->required();
  command->add_option("--to", options->to,
                      "F32, F16, BF16, F8_E4M3 or F8_E5M2; as stored if absent");
  command->add_flag("--saturate", options->saturate, "Overflow becomes the largest value");
  command->add_flag("--force", options->force, "Replace what is there");
  command->add_option("--tensor", options->tensors, "Only names that match this pattern");
  auto* size = command->add_option("--max-shard-size", options->maxShardSize,
                                   "Split into shards of at most this size, such as 5GB");
  command->add_option("--shards", options->shards, "Split into so many shards")
      ->check(CLI::PositiveNumber)
      ->excludes(size);
  command->callback([options, &context] { context.exitCode = runConvert(*options, context); });
}

} // namespace assay::cli
