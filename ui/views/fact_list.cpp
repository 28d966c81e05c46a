#include "ui/views/fact_list.h"

#include "ui/views/flow_layout.h"
#include "ui/views/themed_label.h"
#include "ui/views/widget_tools.h"

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
  clearLayout(layout());
  for (const Fact& fact : facts) {
    auto* pair = new QWidget;
    QVBoxLayout* down = column(pair, 1);
    auto* label = new ThemedLabel(fact.label);
    label->withRole(ThemeRole::Secondary)->withType(typeSize::caption);
    auto* value = new ThemedLabel(fact.value);
    value->withType(typeSize::body, QFont::Medium)->selectable();
    value->setAccessibleName(fact.label + QStringLiteral(": ") + fact.value);
    down->addWidget(label);
    down->addWidget(value);
    pair->setToolTip(fact.toolTip);
    layout()->addWidget(pair);
  }
}

} // namespace assay
