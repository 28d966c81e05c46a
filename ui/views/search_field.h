#pragma once

#include <QLineEdit>

namespace assay {

/// The search field: a glass, a button to clear, and Escape clears too.
class SearchField : public QLineEdit {
  Q_OBJECT

 public:
  explicit SearchField(QWidget* parent = nullptr);

 Q_SIGNALS:
  /// Escape in an empty field: back to where the user came from.
  void left();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void applyTheme();
  QAction* m_glass;
};

} // namespace assay
