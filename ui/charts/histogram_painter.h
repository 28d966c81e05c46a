#pragma once

#include "core/report/chart_layout.h"
#include "ui/charts/histogram_style.h"

#include <QBrush>
#include <QPainter>
#include <QRectF>

namespace assay {

/// The parts of a histogram that Qt Charts does not draw: zone bands with their labels behind the
/// bars, and the hatching of rounded values. `plot` is the plot area in the painter's units.
void paintBands(QPainter& painter, const QRectF& plot, const ChartLayout& layout,
                const HistogramStyle& style);

/// Solid for exact classes, 45° hatched for rounded ones, so that not colour alone tells them
/// apart.
[[nodiscard]] QBrush lossClassBrush(LossClass lossClass, const HistogramStyle& style);

/// The x of a data position within `plot`.
[[nodiscard]] double plotX(const QRectF& plot, const ChartLayout& layout, double x);

} // namespace assay
