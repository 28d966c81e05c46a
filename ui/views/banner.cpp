#include "ui/views/banner.h"

#include "ui/views/severity_icon.h"
#include "ui/views/themed_label.h"
#include "ui/views/widget_tools.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace assay {

Banner::Banner(QWidget* parent)
    : QWidget(parent), m_text(new ThemedLabel), m_action(new QPushButton) {
  setFixedHeight(46);
  auto* across = row(this, 10);
  across->setContentsMargins(metric::pageMargin, 0, 16, 1);
  across->addWidget(new SeverityIcon(SeverityShape::Warning, 16));
  across->addWidget(m_text->withType(typeSize::body, QFont::Medium));
  across->addStretch();
  across->addWidget(m_action);
  connect(m_action, &QPushButton::clicked, this, &Banner::actionClicked);
  hide();
}

void Banner::showMessage(const QString& text, const QString& action) {
  m_text->setText(text);
  m_action->setText(action);
  setAccessibleName(text);
  show();
}

QString Banner::text() const {
  return m_text->text();
}

void Banner::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QColor content = themeColor(ThemeRole::Content, palette());
  const QColor warning = themeColor(ThemeRole::WarningFill, palette());
  painter.fillRect(rect(), mixed(content, warning, isDark(palette()) ? 0.16 : 0.1));
  painter.fillRect(QRect(0, height() - 1, width(), 1), themeColor(ThemeRole::Separator, palette()));
}

} // namespace assay
