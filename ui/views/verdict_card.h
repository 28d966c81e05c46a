#pragma once

#include "ui/models/checkpoint_overview.h"

#include <QWidget>

namespace assay {

/// A verdict: a shape, a title and a sentence in a box. Read out as one text.
class VerdictCard : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictCard(QWidget* parent = nullptr);
  void setVerdict(const Verdict& verdict);
  [[nodiscard]] const Verdict& verdict() const { return m_verdict; }

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] QRect titleRect(int width) const;
  [[nodiscard]] QRect textRect(int width) const;
  Verdict m_verdict;
};

} // namespace assay
