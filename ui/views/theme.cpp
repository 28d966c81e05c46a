#include "ui/views/theme.h"

#include "ui/views/theme_system.h"

#include <QGuiApplication>
#include <array>
#include <utility>

namespace assay {

namespace {

struct Entry {
  ThemeRole role;
  QRgb light;
  QRgb dark;
};

// In the order of ThemeRole.
constexpr std::array table{
    Entry{ThemeRole::Content, 0xffffffff, 0xff1e1e20},
    Entry{ThemeRole::Bars, 0xfff6f6f7, 0xff2a2a2d},
    Entry{ThemeRole::Side, 0xfff3f3f5, 0xff252528},
    Entry{ThemeRole::Card, 0xfff5f5f7, 0xff29292c},
    Entry{ThemeRole::Separator, 0xffdcdce0, 0xff3a3a3e},
    Entry{ThemeRole::Text, 0xff1d1d1f, 0xfff2f2f5},
    Entry{ThemeRole::Secondary, 0xff636369, 0xffa6a6ad},
    Entry{ThemeRole::Zero, 0xff737378, 0xff8c8c94},
    Entry{ThemeRole::Accent, 0xff0066cc, 0xff4da3ff},
    Entry{ThemeRole::Selection, 0xff0063e1, 0xff0a5bd3},
    Entry{ThemeRole::SelectedText, 0xffffffff, 0xffffffff},
    Entry{ThemeRole::Normal, 0xff8795aa, 0xff66738a},
    Entry{ThemeRole::SubnormalExact, 0xff1f8ad0, 0xff56b4e9},
    Entry{ThemeRole::Rounded, 0xffc27803, 0xfff0b84a},
    Entry{ThemeRole::Flushed, 0xff8a1f6e, 0xffdc8aba},
    Entry{ThemeRole::Overflow, 0xffa82014, 0xffff5c45},
    Entry{ThemeRole::Error, 0xffa82014, 0xffff5c45},
    Entry{ThemeRole::Warning, 0xff9a5b00, 0xfff0b84a},
    Entry{ThemeRole::WarningFill, 0xffc27803, 0xfff0b84a},
    Entry{ThemeRole::Note, 0xff2b6cb0, 0xff6fb2ff},
    Entry{ThemeRole::Ok, 0xff0b7a5b, 0xff4cc9a0},
    Entry{ThemeRole::StageParse, 0xffa9b4c2, 0xff77828f},
    Entry{ThemeRole::StageLoad, 0xff1f8ad0, 0xff4a9fd4},
    Entry{ThemeRole::StageConvert, 0xffc27803, 0xffd9962f},
    Entry{ThemeRole::StageUpload, 0xff3d9a83, 0xff4db39a},
    Entry{ThemeRole::StageDrop, 0xffcbd2da, 0xff4b535c},
    Entry{ThemeRole::ControlBorder, 0xffcfcfd4, 0xff4a4a4f},
    Entry{ThemeRole::ControlFill, 0xffffffff, 0xff3a3a3e},
    Entry{ThemeRole::SegmentTrough, 0xffe7e7e9, 0xff3c3c3f},
    Entry{ThemeRole::SegmentCurrent, 0xffffffff, 0xff636368},
    Entry{ThemeRole::Hover, 0xffe3e3e6, 0xff38383c},
};
static_assert(table.size() == static_cast<std::size_t>(ThemeRole::Hover) + 1);

} // namespace

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::WindowText).lightness() >
         palette.color(QPalette::Window).lightness();
}

QColor tableColor(ThemeRole role, bool dark) {
  const Entry& entry = table[static_cast<std::size_t>(role)];
  return QColor::fromRgb(dark ? entry.dark : entry.light);
}

QColor themeColor(ThemeRole role, const QPalette& palette) {
  const QColor own = tableColor(role, isDark(palette));
  return systemColor(role, palette).value_or(own);
}

QColor bandColor(ThemeRole zone, const QPalette& palette) {
  const bool dark = isDark(palette);
  QColor color = tableColor(zone, dark);
  if (zone == ThemeRole::Normal) {
    color.setAlphaF(dark ? 0.07F : 0.05F);
  } else {
    color.setAlphaF(dark ? 0.13F : 0.08F);
  }
  return color;
}

QColor mixed(const QColor& background, const QColor& foreground, double share) {
  const auto mix = [share](int a, int b) { return qRound(a + (b - a) * share); };
  return {mix(background.red(), foreground.red()), mix(background.green(), foreground.green()),
          mix(background.blue(), foreground.blue())};
}

QPen hairline(const QColor& color) {
  QPen pen(color, 1);
  pen.setCosmetic(true);
  return pen;
}

QFont themeFont(double size, QFont::Weight weight) {
  QFont font = QGuiApplication::font();
  const double ratio = size / typeSize::body;
  if (font.pixelSize() > 0) {
    // Whole pixels only: 11.5 becomes 12 in the integer API, and text at half sizes looks blurred.
    font.setPixelSize(qMax(1, qRound(font.pixelSize() * ratio)));
  } else if (font.pointSizeF() > 0) {
    font.setPointSizeF(font.pointSizeF() * ratio);
  }
  font.setWeight(weight);
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
  font.setFeature("tnum", 1);
#endif
  return font;
}

} // namespace assay
