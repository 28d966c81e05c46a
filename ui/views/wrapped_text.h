#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QString>

namespace assay {

/// The height of `text` wrapped into `width`: at blanks where there are any, else inside words that
/// are too long (paths, numbers).
[[nodiscard]] int wrappedHeight(const QString& text, const QFont& font, int width);

/// Paints the same below and right of `topLeft`.
void paintWrapped(QPainter& painter, const QPointF& topLeft, const QString& text, const QFont& font,
                  int width);

} // namespace assay
