#pragma once

#include <QString>

namespace assay {

/// Shows a file in the system's file manager. One file for each system.
void revealInFileManager(const QString& path);

/// "Show in Finder" or "Show in Folder".
[[nodiscard]] QString revealText();

/// What else may keep a file from being read here, for the message about permissions.
[[nodiscard]] QString permissionHint();

} // namespace assay
