#pragma once

#include <QPalette>

namespace assay {

/// The palette of the light or dark colour table, for systems without a palette worth keeping.
[[nodiscard]] QPalette linuxPalette(bool dark);

} // namespace assay
