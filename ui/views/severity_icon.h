#pragma once

#include "core/checkpoint/finding.h"
#include "ui/views/theme.h"

#include <QPainter>
#include <QPixmap>
#include <QWidget>
#include <cstdint>

namespace assay {

/// How bad something is. Each has a shape of its own, so that colour alone never tells them apart.
enum class SeverityShape : std::uint8_t {
  Error,   ///< octagon with a cross
  Warning, ///< triangle with an exclamation mark
  Note,    ///< disc with an i
  Ok,      ///< disc with a tick
};

[[nodiscard]] SeverityShape shapeFor(Severity severity);

/// "Error", "Warning", "Note", "OK": read out in place of the shape.
[[nodiscard]] QString severityWord(SeverityShape shape);

/// Paints the shape into `rect` in its colour, or white on a selection (the sign then in the
/// selection's colour).
void paintSeverity(QPainter& painter, const QRectF& rect, SeverityShape shape,
                   const QPalette& palette, bool onSelection = false);

/// A shape as a widget of fixed size.
class SeverityIcon : public QWidget {
  Q_OBJECT

 public:
  explicit SeverityIcon(SeverityShape shape, int extent, QWidget* parent = nullptr);
  void setShape(SeverityShape shape);
  [[nodiscard]] SeverityShape shape() const { return m_shape; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  SeverityShape m_shape;
};

} // namespace assay
