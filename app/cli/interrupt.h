#pragma once

#include "core/base/stop_token.h"

namespace assay::cli {

/// The token that Ctrl-C, SIGTERM and SIGHUP stop; work that ends in `ErrorCode::Stopped` exits
/// with 130. The handlers are installed by the first call. A second signal of the same kind ends
/// the program at once, for work that hangs in a system call. A closed pipe no longer ends the
/// program: writing to it fails with EPIPE instead. Called from the main thread.
[[nodiscard]] StopToken stopOnInterrupt();

} // namespace assay::cli
