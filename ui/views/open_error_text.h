#pragma once

#include "core/base/error.h"

#include <QString>

namespace assay {

/// What a window says when a path could not be opened at all.
struct OpenErrorText {
  QString title{};
  QString text{};
  bool canReveal = false;
};

[[nodiscard]] OpenErrorText openErrorText(const Error& error, const QString& path);

} // namespace assay
