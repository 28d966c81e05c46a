#pragma once

#include <QAbstractButton>

namespace assay {

/// A quiet button that looks like a link, with a focus ring.
class LinkButton : public QAbstractButton {
  Q_OBJECT

 public:
  explicit LinkButton(const QString& text, QWidget* parent = nullptr);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

} // namespace assay
