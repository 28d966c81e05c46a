#pragma once

#include "ui/models/file_map.h"

#include <QPainter>
#include <QPalette>
#include <QRectF>

namespace assay {

/// Paints one kind of stretch of the file map: plain, hatched, or outlined, so that colour alone
/// does not tell them apart. Used by the bar and its legend.
void paintMapFill(QPainter& painter, const QRectF& rect, MapKind kind, const QPalette& palette);

/// 45° lines in `rect`, `distance` apart.
void paintHatching(QPainter& painter, const QRectF& rect, const QColor& color, double distance,
                   double width);

} // namespace assay
