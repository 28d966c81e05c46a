#include "ui/charts/histogram_painter.h"

#include <QFontMetricsF>
#include <QPixmap>
#include <QString>
#include <algorithm>

namespace assay {
namespace {

constexpr double labelInset = 6;

QBrush hatched(const QColor& ink) {
  // 6 x 6 logical pixels at twice the resolution, so that it stays crisp on dense screens.
  constexpr int side = 12;
  QPixmap tile(side, side);
  QColor paper = ink;
  paper.setAlphaF(0.45F);
  tile.fill(Qt::transparent);
  QPainter painter(&tile);
  painter.fillRect(tile.rect(), paper);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(ink.darker(115), 3.4));
  for (int offset = -side; offset <= side; offset += side) {
    painter.drawLine(offset - 2, side + 2, offset + side + 2, -2);
  }
  painter.end();
  tile.setDevicePixelRatio(2);
  return QBrush(tile);
}

/// What of a band's two lines fits into `width`: the split goes first, then the name.
struct BandLines {
  QString name;
  QString count;
};

BandLines linesThatFit(const ChartBand& band, double width, const QFontMetricsF& nameMetrics,
                       const QFontMetricsF& countMetrics) {
  BandLines lines{QString::fromStdString(band.name), QString::fromStdString(band.count)};
  if (countMetrics.horizontalAdvance(lines.count) > width) {
    lines.count = QString::fromStdString(band.shortCount);
  }
  if (nameMetrics.horizontalAdvance(lines.name) > width) {
    lines.name = lines.name.section(QLatin1Char(' '), 0, 0).remove(QLatin1Char(','));
  }
  if (nameMetrics.horizontalAdvance(lines.name) > width) {
    lines.name.clear();
  }
  if (countMetrics.horizontalAdvance(lines.count) > width) {
    lines.count.clear();
  }
  return lines;
}

void paintLabel(QPainter& painter, const QRectF& rect, const ChartBand& band,
                const HistogramStyle& style) {
  const QFontMetricsF nameMetrics(style.bandNameFont);
  const QFontMetricsF countMetrics(style.labelFont);
  const BandLines lines =
      linesThatFit(band, rect.width() - labelInset + 2, nameMetrics, countMetrics);
  double y = rect.top() + 4;
  if (!lines.name.isEmpty()) {
    painter.setFont(style.bandNameFont);
    painter.setPen(style.bandTexts[static_cast<std::size_t>(band.zone)]);
    painter.drawText(QPointF(rect.left() + labelInset, y + nameMetrics.ascent()), lines.name);
    y += nameMetrics.height();
  }
  painter.setFont(style.labelFont);
  painter.setPen(style.text);
  painter.drawText(QPointF(rect.left() + labelInset, y + countMetrics.ascent()), lines.count);
}

/// Zones that lie off the chart are named at the edge that they lie behind.
void paintOffScreen(QPainter& painter, const QRectF& plot, const ChartLayout& layout,
                    const HistogramStyle& style) {
  QString left;
  QString right;
  for (const ChartBand& band : layout.bands) {
    if (band.right > band.left) {
      continue;
    }
    const QString text =
        QString::fromStdString(band.name).section(QLatin1Char(' '), 0, 0).toLower() +
        QLatin1Char(' ') + QString::fromStdString(band.shortCount);
    if (band.left <= layout.left) {
      left += (left.isEmpty() ? QStringLiteral("← ") : QStringLiteral(" · ")) + text;
    } else {
      right += (right.isEmpty() ? QString() : QStringLiteral(" · ")) + text;
    }
  }
  painter.setFont(style.labelFont);
  painter.setPen(style.secondaryText);
  const QRectF line = plot.adjusted(labelInset, 0, -labelInset, -6);
  const double height = QFontMetricsF(style.labelFont).height();
  const QRectF row(line.left(), plot.top() + 6 + 2 * height, line.width(), height);
  painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, left);
  if (!right.isEmpty()) {
    painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, right + QStringLiteral(" →"));
  }
}

} // namespace

double plotX(const QRectF& plot, const ChartLayout& layout, double x) {
  return plot.left() + (x - layout.left) / (layout.right - layout.left) * plot.width();
}

QBrush lossClassBrush(LossClass lossClass, const HistogramStyle& style) {
  const QColor& color = style.classes[static_cast<std::size_t>(lossClass)];
  const bool rounded =
      lossClass == LossClass::SubnormalRounded || lossClass == LossClass::NormalRounded;
  return rounded ? hatched(color) : QBrush(color);
}

void paintBands(QPainter& painter, const QRectF& plot, const ChartLayout& layout,
                const HistogramStyle& style) {
  painter.save();
  for (const ChartBand& band : layout.bands) {
    const double left = plotX(plot, layout, band.left);
    const double right = plotX(plot, layout, band.right);
    if (right <= left) {
      continue;
    }
    const QRectF rect(left, plot.top(), right - left, plot.height());
    painter.fillRect(rect, style.bandFills[static_cast<std::size_t>(band.zone)]);
    if (band.left > layout.left) {
      painter.setPen(QPen(style.axis, 1));
      painter.drawLine(rect.topLeft(), rect.bottomLeft());
    }
    paintLabel(painter, rect, band, style);
  }
  paintOffScreen(painter, plot, layout, style);
  painter.restore();
}

} // namespace assay
