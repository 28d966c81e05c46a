#include "app/cli/checkpoint_input.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "core/report/bytes_text_writer.h"
#include "core/report/npy_writer.h"
#include "core/report/values_writer.h"
#include "core/tensor/near_names.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay::cli {
namespace {

struct ValuesOptions {
  std::string path{};
  std::string tensor{};
  std::string slice{};
  std::string format = "text";
  std::string output{};
  bool swapNibbles = false;
  bool asText = false;
  bool force = false;
};

enum class Format : std::uint8_t { Text, Csv, Json, Npy, BytesAsText };

/// Nothing where the options do not go together; what is wrong is on standard error then.
std::optional<Format> formatOf(const ValuesOptions& options) {
  if (options.asText && options.format != "text") {
    printError("--format", "--as-text has no format but text");
    return std::nullopt;
  }
  if (options.format == "text") {
    return options.asText ? Format::BytesAsText : Format::Text;
  }
  if (options.format == "csv") {
    return Format::Csv;
  }
  if (options.format == "json") {
    return Format::Json;
  }
  if (options.format != "npy") {
    printError("--format", "it is text, csv, json or npy, not " + options.format);
    return std::nullopt;
  }
  if ((options.output.empty() || options.output == "-") && ::isatty(STDOUT_FILENO) == 1) {
    printError("--format", "npy is not for a terminal (write it to a file with -o)");
    return std::nullopt;
  }
  return Format::Npy;
}

Error noSuchTensor(const Checkpoint& checkpoint, const std::string& name) {
  Error error{
      .code = ErrorCode::NoSuchTensor, .subject = checkpoint.path().string(), .detail = name};
  std::string near;
  for (const std::string& other : nearNames(checkpoint.table(), name)) {
    near += (near.empty() ? ", did you mean " : " or ") + other;
  }
  error.detail += near.empty() ? "" : near + "?";
  return error;
}

/// One tensor of an open checkpoint, ready to be written.
struct Selection {
  TensorInfo info{};
  std::shared_ptr<const FileBytes> file{};
  ValuesLayout layout{};
  Slice slice{};
};

Result<Selection> select(const Checkpoint& checkpoint, const ValuesOptions& options) {
  const auto id = checkpoint.table().find(options.tensor);
  if (!id) {
    return fail(noSuchTensor(checkpoint, options.tensor));
  }
  Selection selection;
  selection.info = checkpoint.table()[*id];
  if (selection.info.shard.value < checkpoint.shards().size()) {
    selection.file = checkpoint.shard(selection.info.shard).file;
  }
  selection.layout = valuesLayout(selection.info, selection.file ? selection.file->size() : 0);
  auto items = parseSlice(options.slice);
  auto slice = items ? Slice::of(*items, selection.layout.shape) : fail(items.error());
  if (!slice) {
    Error error = slice.error();
    error.subject = options.tensor;
    return fail(std::move(error));
  }
  selection.slice = std::move(*slice);
  const bool nothingThere = availableElements(selection.slice, selection.layout) == 0;
  if (!selection.info.described || (selection.slice.elements() > 0 && nothingThere)) {
    return fail({.code = ErrorCode::TensorNotPresent,
                 .subject = options.tensor,
                 .detail = std::string(stateName(selection.info.state))});
  }
  return selection;
}

Result<void> write(const Selection& selection, const ValuesOptions& options, Format format,
                   const Context& context, Output& output) {
  if (selection.file == nullptr) { // described and of no elements, in a shard that is gone
    return fail({.code = ErrorCode::TensorNotPresent, .subject = options.tensor});
  }
  ElementStream elements(selection.file, selection.layout, selection.slice,
                         options.swapNibbles ? NibbleOrder::HighFirst : NibbleOrder::LowFirst);
  ProgressLine progress(context.quiet);
  const StopToken stop = stopOnInterrupt();
  if (format == Format::BytesAsText) {
    return writeAsText(elements, output.stream(), stop, progress);
  }
  if (format == Format::Npy) {
    return writeNpy(elements, output.stream(), stop, progress);
  }
  const ValuesSource source{.path = options.path,
                            .tensor = options.tensor,
                            .dtype = std::string(selection.info.dtypeText),
                            .state = std::string(stateName(selection.info.state)),
                            .slice = options.slice};
  const ValuesFormat values = format == Format::Csv    ? ValuesFormat::Csv
                              : format == Format::Json ? ValuesFormat::Json
                                                       : ValuesFormat::Text;
  return writeValues(elements, source, values, output.stream(), stop, progress);
}

/// A slice of a sub-byte dtype whose first element is not the first of its byte.
bool startsInsideAByte(const Selection& selection) {
  SliceRuns runs(selection.slice);
  const auto run = runs.next();
  const unsigned bits = dtypeFacts(selection.layout.dtype).bits;
  return run && bits < 8 && run->first % 8 * bits % 8 != 0;
}

/// What a reader of the values has to know and cannot see.
void printNotes(const Selection& selection, const ValuesOptions& options, Format format) {
  if (selection.layout.asBytes) {
    printError(options.tensor, fmt::format("the dtype {} is not known, its bytes are shown",
                                           selection.info.dtypeText));
  }
  if (hasAssumedOrder(selection.layout.dtype)) {
    printError(options.tensor, "the order of bits in F6 is assumed: from the lowest bit on");
  }
  if (startsInsideAByte(selection)) {
    printError(options.tensor, "the slice starts inside a byte; it is decoded all the same");
  }
  if (format == Format::Npy && isWidenedInNpy(selection.layout.dtype)) {
    printError(options.tensor,
               fmt::format("NumPy has no {}: the values are written as float32, which holds them "
                           "exactly",
                           dtypeName(selection.layout.dtype)));
  }
  const std::uint64_t wanted = selection.slice.elements();
  const std::uint64_t there = availableElements(selection.slice, selection.layout);
  if (there < wanted) {
    printError(options.tensor,
               fmt::format("the file ends inside it: {} of {} values are there", there, wanted));
  }
}

std::vector<std::filesystem::path> inputsOf(const Checkpoint& checkpoint) {
  std::vector<std::filesystem::path> inputs{checkpoint.path()};
  for (const Shard& shard : checkpoint.shards()) {
    inputs.push_back(shard.path);
  }
  return inputs;
}

int runValues(const ValuesOptions& options, const Context& context) {
  const auto format = formatOf(options);
  if (!format) {
    return WrongUsage;
  }
  int exitCode = Done;
  const auto checkpoint = openInput(options.path, context, exitCode);
  if (!checkpoint) {
    return exitCode;
  }
  const auto selection = select(*checkpoint, options);
  if (!selection) {
    return reportError(selection.error());
  }
  auto output = Output::open(options.output, options.force, inputsOf(*checkpoint));
  if (!output) {
    return reportError(output.error());
  }
  if (auto ok = write(*selection, options, *format, context, *output); !ok) {
    Error error = ok.error();
    error.subject = error.subject.empty() ? options.tensor : error.subject;
    return reportError(error);
  }
  if (auto ok = output->finish(); !ok) {
    return reportError(ok.error());
  }
  printNotes(*selection, options, *format);
  return exitCodeAfterWork(*checkpoint);
}

} // namespace

void addValuesCommand(CLI::App& app, Context& context) {
  auto options = std::make_shared<ValuesOptions>();
  CLI::App* command = app.add_subcommand("values", "Print the values of one tensor");
  command->add_option("PATH", options->path, "A weights file, a shard index, or a folder")
      ->required();
  command->add_option("TENSOR", options->tensor, "The tensor's name")->required();
  command->add_option("--slice", options->slice,
                      "A part, as in Python: \"0:4,:8\"; a single number drops its axis");
  command->add_flag("--swap-nibbles", options->swapNibbles,
                    "F4: the first value is in the high half of a byte");
  command->add_flag("--as-text", options->asText, "Print the bytes of a U8 tensor as text");
  command->add_option("--format", options->format, "text, csv, json or npy");
  command->add_option("-o,--output", options->output, "Write to this file");
  command->add_flag("--force", options->force, "Replace the file named by -o");
  command->callback([options, &context] { context.exitCode = runValues(*options, context); });
}

} // namespace assay::cli
