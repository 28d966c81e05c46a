#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/tensor/element_stream.h"

#include <ostream>

namespace assay {

/// Writes the bytes of 8-bit elements as text. Control characters but the line break are escaped,
/// ill-formed UTF-8 becomes U+FFFD, and a line break ends the text. Errors: NotText for other
/// dtypes, Stopped, those of ElementStream. Ends without an error where the stream goes bad.
[[nodiscard]] Result<void> writeAsText(ElementStream& elements, std::ostream& out,
                                       const StopToken& stop, ProgressSink& progress);

} // namespace assay
