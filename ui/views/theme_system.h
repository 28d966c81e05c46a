#pragma once

#include "ui/views/theme.h"

#include <QColor>
#include <QPalette>
#include <optional>

class QApplication;

namespace assay {

/// The system's own colour for a role, where the system is to decide; one file for each system.
[[nodiscard]] std::optional<QColor> systemColor(ThemeRole role, const QPalette& palette);

/// Makes the application look as it should on this system: called once, before any window.
void applySystemLook(QApplication& application);

} // namespace assay
