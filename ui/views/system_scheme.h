#pragma once

#include <functional>

namespace assay {

/// Whether the desktop is set to dark. One file for each generation of Qt: only from 6.5 does Qt
/// know, and tell of changes; before, the palette that the program was started with says it.
[[nodiscard]] bool systemPrefersDark();

/// Calls `changed` whenever the desktop goes over to dark or light, where Qt tells.
void followSystemScheme(std::function<void(bool dark)> changed);

} // namespace assay
