#include "ui/views/fact_grid.h"

#include "ui/views/themed_label.h"
#include "ui/views/widget_tools.h"

#include <QGridLayout>

namespace assay {

namespace {

constexpr int labelWidth = 120;
constexpr int rowDistance = 23;

} // namespace

FactGrid::FactGrid(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
  m_grid->setContentsMargins(0, 0, 0, 0);
  m_grid->setHorizontalSpacing(0);
  m_grid->setVerticalSpacing(0);
  m_grid->setColumnMinimumWidth(0, labelWidth);
  m_grid->setColumnStretch(1, 1);
}

void FactGrid::setFacts(const std::vector<Fact>& facts) {
  clearLayout(m_grid);
  int row = 0;
  for (const Fact& fact : facts) {
    auto* label = (new ThemedLabel(fact.label))->withRole(ThemeRole::Secondary);
    label->setToolTip(fact.toolTip.toHtmlEscaped());
    m_grid->addWidget(label, row, 0, Qt::AlignTop | Qt::AlignLeft);
    label->setMinimumHeight(rowDistance);
    QWidget* value = nullptr;
    if (row == 0) {
      value = new ElidedLabel(fact.value); // a path has no blanks to wrap at
      value->setFixedHeight(rowDistance);
    } else {
      auto* text = (new ThemedLabel(fact.value))->wrapped();
      text->setContentsMargins(0, 3, 0, 4);
      text->setToolTip(fact.toolTip.toHtmlEscaped());
      value = text;
    }
    value->setAccessibleName(QStringLiteral("%1: %2").arg(fact.label, fact.value));
    m_grid->addWidget(value, row, 1);
    ++row;
  }
}

} // namespace assay
