#include "ui/views/message_page.h"

#include "ui/views/severity_icon.h"
#include "ui/views/themed_label.h"
#include "ui/views/widget_tools.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace assay {

MessagePage::MessagePage(QWidget* parent)
    : QWidget(parent), m_icon(new SeverityIcon(SeverityShape::Error, 36)),
      m_title((new ThemedLabel)->withType(18, QFont::DemiBold)),
      m_text((new ThemedLabel)->withRole(ThemeRole::Secondary)->wrapped()),
      m_primary(new QPushButton), m_secondary(new QPushButton) {
  auto* layout = column(this);
  layout->addStretch(2);
  layout->addWidget(m_icon, 0, Qt::AlignHCenter);
  layout->addSpacing(16);
  layout->addWidget(m_title, 0, Qt::AlignHCenter);
  layout->addSpacing(8);
  m_text->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
  m_text->setFixedWidth(560);
  layout->addWidget(m_text, 0, Qt::AlignHCenter);
  layout->addSpacing(20);
  auto* buttons = row(nullptr, 10);
  buttons->addStretch();
  buttons->addWidget(m_primary);
  buttons->addWidget(m_secondary);
  buttons->addStretch();
  layout->addLayout(buttons);
  layout->addStretch(3);
  m_primary->setDefault(true);
  connect(m_primary, &QPushButton::clicked, this, &MessagePage::primaryClicked);
  connect(m_secondary, &QPushButton::clicked, this, &MessagePage::secondaryClicked);
}

void MessagePage::setMessage(const QString& title, const QString& text, bool isError) {
  m_icon->setVisible(isError);
  m_title->setText(title);
  m_text->setText(text);
  setAccessibleName(title + QStringLiteral(". ") + text);
}

void MessagePage::setButtons(const QString& primary, const QString& secondary) {
  m_primary->setText(primary);
  m_primary->setVisible(!primary.isEmpty());
  m_secondary->setText(secondary);
  m_secondary->setVisible(!secondary.isEmpty());
}

QString MessagePage::title() const {
  return m_title->text();
}

QString MessagePage::text() const {
  return m_text->text();
}

} // namespace assay
