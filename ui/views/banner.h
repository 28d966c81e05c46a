#pragma once

#include <QWidget>

class QPushButton;

namespace assay {

class ThemedLabel;

/// A strip below the toolbar with something that happened to the open file, and what to do.
class Banner : public QWidget {
  Q_OBJECT

 public:
  explicit Banner(QWidget* parent = nullptr);
  void showMessage(const QString& text, const QString& action);
  [[nodiscard]] QString text() const;
  [[nodiscard]] QPushButton* button() const { return m_action; }

 Q_SIGNALS:
  void actionClicked();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  ThemedLabel* m_text;
  QPushButton* m_action;
};

} // namespace assay
