#include "ui/views/recent_delegate.h"

#include "ui/models/checkpoint_overview.h"
#include "ui/models/display_text.h"
#include "ui/models/recent_model.h"
#include "ui/views/icon_painter.h"
#include "ui/views/severity_icon.h"
#include "ui/views/theme.h"

#include <QDir>

namespace assay {

namespace {

constexpr int textLeft = 52;
constexpr int rightMargin = 14;

void paintBackground(QPainter& painter, const QStyleOptionViewItem& option) {
  const bool selected = (option.state & QStyle::State_Selected) != 0;
  const bool hovered = (option.state & QStyle::State_MouseOver) != 0;
  if (!selected && !hovered) {
    return;
  }
  QColor fill = themeColor(ThemeRole::Hover, option.palette);
  if (!selected) {
    fill.setAlphaF(0.5F);
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(fill);
  painter.drawRoundedRect(QRectF(option.rect).adjusted(0, 1, 0, -1), 8, 8);
  if ((option.state & QStyle::State_HasFocus) != 0 &&
      (option.state & QStyle::State_KeyboardFocusChange) != 0) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(themeColor(ThemeRole::Accent, option.palette), 2));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(1, 2, -1, -2), 7, 7);
  }
}

/// The right half of the second line; returns its left edge.
double paintDetail(QPainter& painter, const QRect& line, const RecentEntry& entry,
                   const QPalette& palette) {
  const QString detail = recentDetail(entry);
  painter.setFont(themeFont(typeSize::caption));
  painter.setPen(themeColor(entry.missing ? ThemeRole::Zero : ThemeRole::Secondary, palette));
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, detail);
  double left = line.right() - painter.fontMetrics().horizontalAdvance(detail);
  if (!entry.missing && entry.severity >= 0) {
    left -= 18;
    const auto shape = entry.severity == 0 ? SeverityShape::Error : SeverityShape::Warning;
    paintSeverity(painter, QRectF(left, line.center().y() - 5.5, 12, 12), shape, palette);
  }
  return left;
}

} // namespace

QSize RecentDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  return {200, rowHeight};
}

void RecentDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
  const auto entry = index.data(RecentModel::EntryRole).value<RecentEntry>();
  const QPalette& palette = option.palette;
  const QRect& area = option.rect;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  paintBackground(*painter, option);
  const QColor faint = themeColor(ThemeRole::Zero, palette);
  const QColor second = entry.missing ? faint : themeColor(ThemeRole::Secondary, palette);
  const QRectF icon = entry.isFolder ? QRectF(area.left() + 15, area.center().y() - 9, 22, 20)
                                     : QRectF(area.left() + 16, area.center().y() - 10, 20, 21);
  paintGlyph(*painter, icon, entry.isFolder ? Glyph::Folder : Glyph::Document, second);

  const QRect first(area.left() + textLeft, area.top() + 9, area.width() - textLeft - rightMargin,
                    20);
  const QRect below = first.translated(0, 18);
  const double detailLeft = paintDetail(*painter, below, entry, palette);
  const QString path = shortPath(entry.path, QDir::homePath());
  painter->setFont(themeFont(typeSize::caption));
  painter->setPen(second);
  const int room = static_cast<int>(detailLeft) - below.left() - 26;
  painter->drawText(below, Qt::AlignLeft | Qt::AlignVCenter,
                    painter->fontMetrics().elidedText(path, Qt::ElideMiddle, room));

  const QString size = entry.missing ? QString() : display::size(entry.bytes);
  painter->setFont(themeFont());
  painter->setPen(themeColor(ThemeRole::Text, palette));
  painter->drawText(first, Qt::AlignRight | Qt::AlignVCenter, size);
  const int nameRoom = first.width() - painter->fontMetrics().horizontalAdvance(size) - 16;
  painter->setFont(themeFont(14, QFont::Medium));
  painter->setPen(entry.missing ? faint : themeColor(ThemeRole::Text, palette));
  painter->drawText(first, Qt::AlignLeft | Qt::AlignVCenter,
                    painter->fontMetrics().elidedText(entry.name, Qt::ElideMiddle, nameRoom));
  painter->restore();
}

} // namespace assay
