#pragma once

#include <QToolButton>

namespace assay {

/// A button that opens a menu, with chevrons up and down behind its text.
class PopupButton : public QToolButton {
  Q_OBJECT

 public:
  explicit PopupButton(const QString& text, QWidget* parent = nullptr);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

} // namespace assay
