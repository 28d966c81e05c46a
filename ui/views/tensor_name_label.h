#pragma once

#include <QString>
#include <QWidget>

namespace assay {

/// A dotted name with its last two parts emphasised, wrapping at dots where it is long. The text is
/// painted, never taken for markup.
class TensorNameLabel : public QWidget {
  Q_OBJECT

 public:
  explicit TensorNameLabel(QWidget* parent = nullptr);
  /// `quiet` is shown before `strong`.
  void setName(const QString& quiet, const QString& strong);
  [[nodiscard]] QString name() const { return m_quiet + m_strong; }

  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int layOut(int width, QPainter* painter) const;
  QString m_quiet;
  QString m_strong;
};

} // namespace assay
