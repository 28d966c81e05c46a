#include "ui/charts/histogram_chart.h"

#include "ui/charts/histogram_painter.h"
#include "ui/charts/histogram_text.h"

#include <QAccessible>
#include <QAreaSeries>
#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLineSeries>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace assay {
namespace {

constexpr int leftMargin = 46; ///< room for "100 M"
constexpr int bottomMargin = 24;
constexpr int rightMargin = 4;
constexpr double barGap = 1.0; ///< pixels between neighbours

} // namespace

class HistogramChart::View final : public QChartView {
 public:
  explicit View(QWidget* parent) : QChartView(new QChart, parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setRenderHint(QPainter::Antialiasing, false);
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setPlotAreaBackgroundVisible(false);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
  }

  HistogramStyle style;
  ChartLayout data;
  Scale scale = Scale::Magnitude;
  int marked = -1;

  [[nodiscard]] QRectF plot() const {
    return QRectF(leftMargin, 0, std::max(width() - leftMargin - rightMargin, 10),
                  std::max(height() - bottomMargin, 10));
  }

  [[nodiscard]] QRectF barRect(const ChartBar& bar) const {
    const QRectF area = plot();
    const auto y = [&](double value) {
      return area.bottom() - (value - chartBaseline) / (data.top - chartBaseline) * area.height();
    };
    const double left = plotX(area, data, bar.left);
    return QRectF(QPointF(left, y(bar.top)), QPointF(plotX(area, data, bar.right), area.bottom()));
  }

  /// Builds series and axes anew: a chart has at most some hundred bars.
  void rebuild() {
    chart()->removeAllSeries();
    for (QAbstractAxis* axis : chart()->axes()) {
      chart()->removeAxis(axis);
      delete axis;
    }
    chart()->setPlotArea(plot());
    auto* horizontal = makeAxis(data.xTicks, data.left, data.right, false);
    auto* vertical = makeAxis(data.yTicks, chartBaseline, data.top, true);
    chart()->addAxis(horizontal, Qt::AlignBottom);
    chart()->addAxis(vertical, Qt::AlignLeft);
    for (std::size_t c = 0; c <= lossClassCount; ++c) {
      const std::optional<LossClass> lossClass =
          c < lossClassCount ? std::optional(static_cast<LossClass>(c)) : std::nullopt;
      if (QAreaSeries* series = makeSeries(lossClass)) {
        chart()->addSeries(series);
        series->attachAxis(horizontal);
        series->attachAxis(vertical);
      }
    }
    setBackgroundBrush(style.background);
    viewport()->update();
  }

 protected:
  void drawBackground(QPainter* painter, const QRectF& rect) override {
    painter->fillRect(rect, style.background);
    if (!data.bands.empty()) {
      paintBands(*painter, plot(), data, style);
    }
  }

  void drawForeground(QPainter* painter, const QRectF&) override {
    if (marked >= 0 && marked < static_cast<int>(data.bars.size())) {
      painter->setPen(QPen(style.focus, 2));
      painter->setBrush(Qt::NoBrush);
      painter->drawRect(
          barRect(data.bars[static_cast<std::size_t>(marked)]).adjusted(-1, -1, 1, 0));
    }
  }

 private:
  [[nodiscard]] QCategoryAxis* makeAxis(const std::vector<ChartTick>& ticks, double low,
                                        double high, bool grid) const {
    auto* axis = new QCategoryAxis;
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    axis->setStartValue(low);
    for (const ChartTick& tick : ticks) {
      QString label =
          tick.exponent ? powerOfTwoText(*tick.exponent) : QString::fromStdString(tick.label);
      // An axis drops a label that it has already.
      axis->append(label.replace(QLatin1Char('-'), QChar(0x2212)), tick.at);
    }
    axis->setRange(low, high);
    axis->setGridLineVisible(grid);
    axis->setGridLinePen(QPen(style.grid, 1));
    axis->setLinePen(QPen(style.axis, 1));
    axis->setLineVisible(!grid);
    axis->setLabelsFont(style.labelFont);
    axis->setLabelsBrush(style.secondaryText);
    axis->setTruncateLabels(false);
    return axis;
  }

  [[nodiscard]] QAreaSeries* makeSeries(std::optional<LossClass> lossClass) const {
    auto* upper = new QLineSeries;
    auto* lower = new QLineSeries;
    const double gap = barGap / std::max(plot().width(), 1.0) * (data.right - data.left);
    for (const ChartBar& bar : data.bars) {
      if (bar.lossClass != lossClass) {
        continue;
      }
      const double right = std::max(bar.right - gap, bar.left + gap / 2);
      for (const auto& [x, y] : {std::pair(bar.left, chartBaseline), std::pair(bar.left, bar.top),
                                 std::pair(right, bar.top), std::pair(right, chartBaseline)}) {
        upper->append(x, y);
        lower->append(x, chartBaseline);
      }
    }
    if (upper->count() == 0) {
      delete upper;
      delete lower;
      return nullptr;
    }
    auto* series = new QAreaSeries(upper, lower);
    upper->setParent(series);
    lower->setParent(series);
    series->setPen(Qt::NoPen);
    series->setBrush(lossClass ? lossClassBrush(*lossClass, style) : QBrush(style.bar));
    return series;
  }
};

HistogramChart::HistogramChart(QWidget* parent)
    : QWidget(parent), m_view(std::make_unique<View>(this)) {
  setFocusPolicy(Qt::TabFocus);
  setMouseTracking(true);
}

HistogramChart::~HistogramChart() = default;

void HistogramChart::setStyle(const HistogramStyle& style) {
  m_view->style = style;
  m_view->rebuild();
}

void HistogramChart::setLayoutData(ChartLayout layout, Scale scale) {
  m_view->data = std::move(layout);
  m_view->scale = scale;
  m_currentBar = -1;
  m_view->marked = -1;
  m_view->rebuild();
}

void HistogramChart::clear() {
  setLayoutData({}, m_view->scale);
}

QSize HistogramChart::sizeHint() const {
  return {840, 226};
}
QSize HistogramChart::minimumSizeHint() const {
  return {320, 160};
}

int HistogramChart::barAt(const QPointF& position) const {
  // The whole column of a bar answers, so that a low one can be hit.
  const QRectF plot = m_view->plot();
  if (!plot.contains(position)) {
    return -1;
  }
  const auto& bars = m_view->data.bars;
  const auto found = std::find_if(bars.begin(), bars.end(), [&](const ChartBar& bar) {
    const QRectF rect = m_view->barRect(bar);
    return position.x() >= rect.left() && position.x() < rect.right();
  });
  return found == bars.end() ? -1 : static_cast<int>(found - bars.begin());
}

QString HistogramChart::barText(int bar) const {
  const auto& bars = m_view->data.bars;
  if (bar < 0 || bar >= static_cast<int>(bars.size())) {
    return {};
  }
  std::uint64_t total = 0;
  for (const ChartBar& each : bars) {
    total += each.count;
  }
  const ChartBar& chosen = bars[static_cast<std::size_t>(bar)];
  return m_view->scale == Scale::Magnitude ? magnitudeBarText(chosen, total)
                                           : valueBarText(chosen, total);
}

bool HistogramChart::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = barText(barAt(help->pos()));
    if (text.isEmpty()) {
      QToolTip::hideText();
    } else {
      QToolTip::showText(help->globalPos(), text, this);
    }
    return true;
  }
  if (event->type() == QEvent::FocusOut || event->type() == QEvent::FocusIn) {
    m_view->marked = event->type() == QEvent::FocusIn ? m_currentBar : -1;
    m_view->viewport()->update();
  }
  return QWidget::event(event);
}

void HistogramChart::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(m_view->data.bars.size()) - 1;
  if (last >= 0 && event->key() == Qt::Key_Right) {
    stepTo(std::min(m_currentBar + 1, last));
  } else if (last >= 0 && event->key() == Qt::Key_Left) {
    stepTo(m_currentBar < 0 ? last : std::max(m_currentBar - 1, 0));
  } else {
    QWidget::keyPressEvent(event);
  }
}

void HistogramChart::stepTo(int bar) {
  m_currentBar = bar;
  m_view->marked = bar;
  m_view->viewport()->update();
  const QString text = barText(bar);
  setAccessibleDescription(text);
  QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&changed);
  const QRectF rect = m_view->barRect(m_view->data.bars[static_cast<std::size_t>(bar)]);
  QToolTip::showText(mapToGlobal(rect.topLeft().toPoint()), text, this);
  Q_EMIT currentBarChanged(bar, text);
}

void HistogramChart::resizeEvent(QResizeEvent* event) {
  m_view->setGeometry(rect());
  m_view->rebuild();
  QWidget::resizeEvent(event);
}

} // namespace assay
