#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QPen>
#include <cstdint>

namespace assay {

/// What a colour is for. Widgets ask by role when they paint, never keep the answer, and so follow
/// a live change between light and dark.
enum class ThemeRole : std::uint8_t {
  Content,   ///< behind pages
  Bars,      ///< toolbar, status bar
  Side,      ///< panes beside the content
  Card,      ///< boxes on the content
  Separator, ///< hairlines
  Text,
  Secondary, ///< captions, labels
  Zero,      ///< counts of nothing
  Accent,
  Selection,
  SelectedText,
  Normal, ///< classes of a conversion, from here to Overflow
  SubnormalExact,
  Rounded,
  Flushed,
  Overflow,
  Error, ///< severities, from here to Ok, as text
  Warning,
  WarningFill, ///< of the triangle, lighter than the text
  Note,
  Ok,
  StageParse, ///< stages of a load, from here to StageDrop
  StageLoad,
  StageConvert,
  StageUpload,
  StageDrop,
  ControlBorder,  ///< outline of buttons and fields
  ControlFill,    ///< face of buttons and fields
  SegmentTrough,  ///< behind a segmented control
  SegmentCurrent, ///< its chosen segment
  Hover,          ///< a row under the pointer, a quiet selection
};

/// Whether a palette is a dark one: its text is lighter than its window. (Qt knows the system's
/// scheme only from 6.5, and only the palette says what is really painted.)
[[nodiscard]] bool isDark(const QPalette& palette);

/// The colour of a role in a light or dark palette. Text, selection, accent and backgrounds come
/// from the palette where the system has its own; zones, severities and stages are fixed.
[[nodiscard]] QColor themeColor(ThemeRole role, const QPalette& palette);

/// A fixed colour of the table, light or dark, without regard to any palette.
[[nodiscard]] QColor tableColor(ThemeRole role, bool dark);

/// The tint of a chart's zone: its colour, nearly transparent.
[[nodiscard]] QColor bandColor(ThemeRole zone, const QPalette& palette);

/// `foreground` over `background` with this share, opaque.
[[nodiscard]] QColor mixed(const QColor& background, const QColor& foreground, double share);

/// A pen of exactly one device pixel.
[[nodiscard]] QPen hairline(const QColor& color);

/// Sizes of type, as pixels where the system font has 13.
namespace typeSize {
inline constexpr double body = 13;
inline constexpr double caption = 12;
inline constexpr double columnHead = 11.5;
inline constexpr double sectionTitle = 14;
inline constexpr double tensorName = 17;
} // namespace typeSize

/// The application's font in another size (in the unit above) and weight, with tabular digits where
/// Qt can ask for them.
[[nodiscard]] QFont themeFont(double size = typeSize::body, QFont::Weight weight = QFont::Normal);

/// Distances in pixels.
namespace metric {
inline constexpr int step = 4;
inline constexpr int pageMargin = 28;
inline constexpr int rowHeight = 25;
inline constexpr int toolbarHeight = 46;
inline constexpr int statusBarHeight = 30;
inline constexpr int tensorsBarHeight = 42;
} // namespace metric

} // namespace assay
