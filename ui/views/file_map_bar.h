#pragma once

#include "ui/models/checkpoint_overview.h"

#include <QWidget>
#include <memory>
#include <optional>

namespace assay {

/// All bytes of a checkpoint as one bar to scale: header, top-level groups, gaps, what is cut off
/// (hatched) and what is missing (outlined), with the ends written below. Hovering names the bytes,
/// a click selects in Tensors, arrow keys step from stretch to stretch and Return selects.
class FileMapBar : public QWidget {
  Q_OBJECT

 public:
  explicit FileMapBar(QWidget* parent = nullptr);

  void setOverview(std::shared_ptr<const CheckpointOverview> overview);

  /// The stretch at a position in this widget.
  [[nodiscard]] std::optional<std::size_t> segmentAt(const QPointF& position) const;
  /// Where a stretch is painted; at least one pixel wide.
  [[nodiscard]] QRectF segmentRect(std::size_t segment) const;
  [[nodiscard]] QString segmentText(std::size_t segment) const;
  [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 Q_SIGNALS:
  /// A stretch was clicked, or Return pressed on it.
  void activated(std::size_t segment);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  [[nodiscard]] QRectF barRect() const;
  [[nodiscard]] double xOf(std::uint64_t position) const;
  void paintSegments(QPainter& painter) const;
  void paintSegment(QPainter& painter, const MapSegment& segment, const QRectF& rect) const;
  void paintLabel(QPainter& painter, const MapSegment& segment, const QRectF& rect) const;
  void paintScale(QPainter& painter) const;
  void stepTo(std::size_t segment);
  std::shared_ptr<const CheckpointOverview> m_overview;
  std::optional<std::size_t> m_current;
  std::optional<std::size_t> m_hovered;
};

/// The colours of the bar with their words.
class FileMapLegend : public QWidget {
  Q_OBJECT

 public:
  explicit FileMapLegend(QWidget* parent = nullptr);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

} // namespace assay
