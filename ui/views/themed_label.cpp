#include "ui/views/themed_label.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>

namespace assay {

ThemedLabel::ThemedLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
  setTextFormat(Qt::PlainText);
  applyTheme();
}

ThemedLabel* ThemedLabel::withRole(ThemeRole role) {
  m_role = role;
  applyTheme();
  return this;
}

ThemedLabel* ThemedLabel::withType(double size, QFont::Weight weight) {
  m_size = size;
  m_weight = weight;
  applyTheme();
  return this;
}

ThemedLabel* ThemedLabel::wrapped() {
  setWordWrap(true);
  return selectable();
}

ThemedLabel* ThemedLabel::selectable() {
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  // Selectable text takes the focus when it is clicked, but Tab passes it by: it can do nothing.
  setFocusPolicy(Qt::ClickFocus);
  return this;
}

void ThemedLabel::applyTheme() {
  // The application's palette decides: this label's own has the colour of the last theme in it.
  const QColor color = themeColor(m_role, QApplication::palette());
  if (palette().color(QPalette::WindowText) != color) {
    QPalette own = palette();
    own.setColor(QPalette::WindowText, color);
    own.setColor(QPalette::Text, color);
    setPalette(own);
  }
  const QFont type = themeFont(m_size, m_weight);
  if (font() != type) {
    setFont(type);
  }
}

void ThemedLabel::changeEvent(QEvent* event) {
  QLabel::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::ApplicationFontChange) {
    applyTheme();
  }
}

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setText(text);
}

void ElidedLabel::setText(const QString& text) {
  m_text = text;
  setAccessibleName(text);
  setToolTip(text.toHtmlEscaped());
  updateGeometry();
  update();
}

QSize ElidedLabel::sizeHint() const {
  const QFontMetrics metrics(themeFont());
  return {metrics.horizontalAdvance(m_text) + 2, metrics.height()};
}

QSize ElidedLabel::minimumSizeHint() const {
  return {60, sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setFont(themeFont());
  painter.setPen(themeColor(ThemeRole::Text, palette()));
  painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft,
                   painter.fontMetrics().elidedText(m_text, Qt::ElideMiddle, width()));
}

void ElidedLabel::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(tr("Copy"), this, [this] { QApplication::clipboard()->setText(m_text); });
  menu.exec(event->globalPos());
}

Separator::Separator(Qt::Orientation orientation, QWidget* parent) : QWidget(parent) {
  if (orientation == Qt::Horizontal) {
    setFixedHeight(1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  } else {
    setFixedWidth(1);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
  }
}

void Separator::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), themeColor(ThemeRole::Separator, palette()));
}

} // namespace assay
