#pragma once

#include <QWidget>

namespace assay {

/// The bar at the bottom: what the window shows, or how far work has come, and the last result.
class StatusLine : public QWidget {
  Q_OBJECT

 public:
  explicit StatusLine(QWidget* parent = nullptr);
  void setLeft(const QString& text);
  void setRight(const QString& text);
  /// A share in [0, 1] shows the bar before the left text; a negative one hides it.
  void setProgress(double share);
  [[nodiscard]] QString left() const { return m_left; }
  [[nodiscard]] QString right() const { return m_right; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_left;
  QString m_right;
  double m_progress = -1;
};

} // namespace assay
