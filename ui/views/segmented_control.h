#pragma once

#include <QAbstractButton>
#include <QList>
#include <QString>
#include <QWidget>

class QButtonGroup;

namespace assay {

/// A row of choices of which one is chosen, as the Mac has them: a group of painted buttons. Left
/// and right arrows move the choice; Tab enters and leaves the whole control.
class SegmentedControl : public QWidget {
  Q_OBJECT

 public:
  explicit SegmentedControl(const QStringList& labels, QWidget* parent = nullptr);

  [[nodiscard]] int current() const;
  [[nodiscard]] int count() const { return static_cast<int>(m_segments.size()); }
  /// Chooses a segment without the signal `chosen`.
  void setCurrent(int index);
  void setLabel(int index, const QString& label);
  [[nodiscard]] QString label(int index) const { return m_segments[index]->text(); }
  void setSegmentEnabled(int index, bool enabled);
  void setSegmentToolTip(int index, const QString& text);
  /// The size of the labels, in the unit of `typeSize`.
  void setTextSize(double size);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 Q_SIGNALS:
  /// The user chose another segment.
  void chosen(int index);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void layoutSegments();
  void step(int direction);
  QButtonGroup* m_group;
  QList<QAbstractButton*> m_segments;
  int m_segmentHeight;
};

} // namespace assay
