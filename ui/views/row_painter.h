#pragma once

#include <QPainter>
#include <QStyleOptionViewItem>

namespace assay {

/// Paints a row's selection, rounded at the row's two ends, into the cell of one column.
void paintRowSelection(QPainter& painter, const QStyleOptionViewItem& option, bool first,
                       bool last);

} // namespace assay
