#pragma once

#include <QIcon>
#include <QPainter>
#include <QPalette>
#include <QRectF>
#include <cstdint>

namespace assay {

/// Line drawings, painted so that they are sharp at every pixel ratio and take their colour from
/// the palette.
enum class Glyph : std::uint8_t {
  Document,
  Folder,
  Drop, ///< an arrow into a tray
  Search,
  Close,
  Disclosure, ///< a chevron to the right; `Opened` points down
  Opened,
  SidePane, ///< a window with a pane on its right
};

/// Paints a glyph into `rect` with lines of this colour.
void paintGlyph(QPainter& painter, const QRectF& rect, Glyph glyph, const QColor& color);

/// The glyph as an icon for controls that take one.
[[nodiscard]] QIcon glyphIcon(Glyph glyph, const QColor& color);

} // namespace assay
