#pragma once

#include <QString>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace assay {

class SeverityIcon;
class ThemedLabel;

/// What is said in place of a page: a shape, a title, a text and at most two buttons, in the
/// middle.
class MessagePage : public QWidget {
  Q_OBJECT

 public:
  explicit MessagePage(QWidget* parent = nullptr);
  void setMessage(const QString& title, const QString& text, bool isError);
  /// An empty text hides the button.
  void setButtons(const QString& primary, const QString& secondary);
  [[nodiscard]] QString title() const;
  [[nodiscard]] QString text() const;
  [[nodiscard]] QPushButton* primaryButton() const { return m_primary; }

 Q_SIGNALS:
  void primaryClicked();
  void secondaryClicked();

 private:
  SeverityIcon* m_icon;
  ThemedLabel* m_title;
  ThemedLabel* m_text;
  QPushButton* m_primary;
  QPushButton* m_secondary;
};

} // namespace assay
