#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/convert/conversion_plan.h"
#include "core/io/new_file.h"

#include <filesystem>

namespace assay {

/// Writes a planned conversion. `output` is the file, or for a sharded result the folder, which is
/// made where it is not there. Every file is written under a temporary name; those of a sharded
/// result take their names only when all are complete, the index last. Reads and writes in chunks
/// of a few MiB. Progress is in bytes of the result; items are files.
/// Errors: OutputExists, OutputIsInput (also through links), WriteFailed, NoSpace (before anything
/// is written, where the system tells), Stopped, FileChanged, ReadFailed, OutOfMemory.
[[nodiscard]] Result<void> runConversion(const Checkpoint& source, const ConversionPlan& plan,
                                         const ConversionOptions& options,
                                         const std::filesystem::path& output,
                                         NewFile::IfExists ifExists, const StopToken& stop,
                                         ProgressSink& progress);

} // namespace assay
