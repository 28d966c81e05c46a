#include "ui/views/fact_list.h"

#include "ui/views/flow_layout.h"
#include "ui/views/theme.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace assay {

FactList::FactList(QWidget* parent) : QWidget(parent) {
  constexpr int betweenFacts = 28;
  setLayout(new FlowLayout(betweenFacts, 2 * metric::step));
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void FactList::setFacts(const QList<Fact>& facts) {
  qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
  while (QLayoutItem* item = layout()->takeAt(0)) {
    delete item;
  }
  m_labels.clear();
  m_values.clear();
  for (const Fact& fact : facts) {
    auto* pair = new QWidget(this);
    auto* column = new QVBoxLayout(pair);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    auto* label = new QLabel(fact.label, pair);
    label->setFont(themeFont(typeSize::caption));
    auto* value = new QLabel(pair);
    value->setTextFormat(Qt::PlainText); // values come from files
    value->setText(fact.value);
    value->setFont(themeFont(typeSize::body, QFont::Medium));
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    value->setAccessibleName(fact.label + QStringLiteral(": ") + fact.value);
    label->setBuddy(value);
    pair->setToolTip(fact.toolTip);
    column->addWidget(label);
    column->addWidget(value);
    layout()->addWidget(pair);
    m_labels.append(label);
    m_values.append(value);
  }
  recolor();
}

void FactList::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    recolor();
  }
  QWidget::changeEvent(event);
}

void FactList::recolor() {
  const QColor secondary = themeColor(ThemeRole::Secondary, palette());
  for (QLabel* label : m_labels) {
    QPalette own = palette();
    if (own.color(QPalette::WindowText) != secondary) {
      own.setColor(QPalette::WindowText, secondary);
      label->setPalette(own);
    }
  }
}

} // namespace assay
