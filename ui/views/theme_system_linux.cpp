// Linux has no one look: the project's own style and palette, and Inter where it is installed.
#include "ui/views/linux_palette.h"
#include "ui/views/linux_style.h"
#include "ui/views/system_scheme.h"
#include "ui/views/theme_system.h"

#include <QApplication>
#include <QFontDatabase>

namespace assay {

std::optional<QColor> systemColor(ThemeRole, const QPalette&) {
  return std::nullopt;
}

void applySystemLook(QApplication& application) {
  const bool dark = systemPrefersDark();
  application.setStyle(new LinuxStyle);
  QApplication::setPalette(linuxPalette(dark));
  followSystemScheme([](bool nowDark) { QApplication::setPalette(linuxPalette(nowDark)); });
  if (QFontDatabase::hasFamily(QStringLiteral("Inter"))) {
    QFont font(QStringLiteral("Inter"));
    font.setPixelSize(static_cast<int>(typeSize::body));
    // Glyphs where the type designer put them, as on a Mac: hinting would push them together.
    font.setHintingPreference(QFont::PreferNoHinting);
    QApplication::setFont(font);
  }
}

} // namespace assay
