// The Mac has its own style, font and palette: only colours are taken over by role.
#include "ui/views/theme_system.h"

#include <QApplication>

namespace assay {

std::optional<QColor> systemColor(ThemeRole role, const QPalette& palette) {
  switch (role) {
  case ThemeRole::Content:
    return palette.color(QPalette::Base);
  case ThemeRole::Bars:
    return palette.color(QPalette::Window);
  case ThemeRole::Text:
    return palette.color(QPalette::WindowText);
  // Views that paint their own selection clear this role in the palette they paint with.
  case ThemeRole::Selection:
    return QApplication::palette().color(QPalette::Highlight);
  case ThemeRole::SelectedText:
    return QApplication::palette().color(QPalette::HighlightedText);
  case ThemeRole::Accent:
    return palette.color(QPalette::Link);
  default:
    return std::nullopt;
  }
}

void applySystemLook(QApplication&) {}

} // namespace assay
