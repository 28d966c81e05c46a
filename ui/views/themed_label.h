#pragma once

#include "ui/views/theme.h"

#include <QLabel>

namespace assay {

/// A label in a colour and type of the theme, that follows a live change of either. Plain text
/// only: names and metadata from files must not be taken for markup.
class ThemedLabel : public QLabel {
  Q_OBJECT

 public:
  explicit ThemedLabel(const QString& text = {}, QWidget* parent = nullptr);

  ThemedLabel* withRole(ThemeRole role);
  ThemedLabel* withType(double size, QFont::Weight weight = QFont::Normal);
  /// Wraps at words; the text can be selected with the mouse or the keyboard.
  ThemedLabel* wrapped();
  ThemedLabel* selectable();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void applyTheme();
  ThemeRole m_role = ThemeRole::Text;
  double m_size = typeSize::body;
  QFont::Weight m_weight = QFont::Normal;
};

/// One line that gives way in the middle where it does not fit; the tool tip has it whole.
class ElidedLabel : public QWidget {
  Q_OBJECT

 public:
  explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr);
  void setText(const QString& text);
  [[nodiscard]] QString text() const { return m_text; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  QString m_text;
};

/// A hairline across or down.
class Separator : public QWidget {
  Q_OBJECT

 public:
  explicit Separator(Qt::Orientation orientation, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

} // namespace assay
