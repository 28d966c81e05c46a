#include "app/cli/command.h"

#include <new>
#include <string>

int main(int argc, char** argv) {
  CLI::App app{"Looks into checkpoints of model weights.", "assay-cli"};
  app.set_version_flag("--version", ASSAY_VERSION);
  app.require_subcommand(1);

  assay::cli::Context context;
  app.add_flag("--quiet", context.quiet, "No progress line");
  app.add_option("--threads", context.threads, "Threads to use (all when not given)");
  app.add_option("--set-name", context.setName, "Which checkpoint of a folder that holds several");
  app.fallthrough(); // those above may stand after the command too

  assay::cli::addInspectCommand(app, context);
  assay::cli::addValuesCommand(app, context);
  assay::cli::addPlanCommand(app, context);
  assay::cli::addConvertCommand(app, context);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      return app.exit(error); // --help and --version
    }
    assay::cli::printError("", std::string(error.what()) + " (see assay-cli --help)");
    return assay::cli::WrongUsage;
  } catch (const std::bad_alloc&) {
    return assay::cli::reportError({.code = assay::ErrorCode::OutOfMemory});
  }
  return context.exitCode;
}
