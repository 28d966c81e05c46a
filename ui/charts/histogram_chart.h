#pragma once

#include "core/report/chart_layout.h"
#include "ui/charts/histogram_style.h"

#include <QWidget>
#include <cstdint>
#include <memory>

class QEvent;
class QKeyEvent;
class QResizeEvent;

namespace assay {

/// A histogram with zones: takes a layout of the core and draws it with Qt Charts. Hovering or
/// stepping with the left and right arrows reads out one bar; the accessible name is set by the
/// owner as a summary. GUI thread only.
class HistogramChart : public QWidget {
  Q_OBJECT

 public:
  enum class Scale : std::uint8_t {
    Magnitude, ///< x is log2 |value|
    Value,     ///< x is the value
  };

  explicit HistogramChart(QWidget* parent = nullptr);
  ~HistogramChart() override;

  void setStyle(const HistogramStyle& style);
  void setLayoutData(ChartLayout layout, Scale scale);
  void clear();

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

  /// The index of the bar at a position in this widget, or -1.
  [[nodiscard]] int barAt(const QPointF& position) const;
  /// What is read out for a bar.
  [[nodiscard]] QString barText(int bar) const;
  [[nodiscard]] int currentBar() const { return m_currentBar; }

 Q_SIGNALS:
  void currentBarChanged(int bar, const QString& text);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  class View;
  void stepTo(int bar);
  std::unique_ptr<View> m_view;
  int m_currentBar = -1;
};

} // namespace assay
