#include "ui/views/findings_view.h"

#include "ui/views/link_button.h"
#include "ui/views/severity_icon.h"
#include "ui/views/themed_label.h"
#include "ui/views/widget_tools.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace assay {

namespace {

constexpr int iconExtent = 15;
constexpr int textIndent = 26;
constexpr qsizetype mostShown = 100;

SeverityShape shapeOf(FindingGroup::Shape shape) {
  switch (shape) {
  case FindingGroup::Shape::Error:
    return SeverityShape::Error;
  case FindingGroup::Shape::Warning:
    return SeverityShape::Warning;
  case FindingGroup::Shape::Note:
    return SeverityShape::Note;
  }
  return SeverityShape::Note;
}

/// The other findings of a group, hidden until asked for.
QWidget* makeMore(const FindingGroup& group) {
  auto* more = new QWidget;
  auto* layout = column(more, 3);
  for (qsizetype i = 0; i < qMin(group.more.size(), mostShown); ++i) {
    layout->addWidget((new ThemedLabel(group.more[i]))->withRole(ThemeRole::Secondary)->wrapped());
  }
  more->hide();
  return more;
}

} // namespace

FindingsView::FindingsView(QWidget* parent) : QWidget(parent), m_layout(column(this)) {
  setAccessibleName(tr("Findings"));
}

QWidget* FindingsView::makeRow(const FindingGroup& group) {
  auto* line = new QWidget;
  auto* across = row(line);
  auto* icon = new SeverityIcon(shapeOf(group.shape), iconExtent);
  auto* iconColumn = column(nullptr);
  iconColumn->setContentsMargins(0, 1, 0, 0);
  iconColumn->addWidget(icon);
  iconColumn->addStretch();
  across->addLayout(iconColumn);
  across->addSpacing(textIndent - iconExtent);
  auto* texts = column(nullptr, 2);
  auto* title = (new ThemedLabel(group.title))->withType(typeSize::body, QFont::Medium)->wrapped();
  title->setAccessibleName(severityWord(shapeOf(group.shape)) + QStringLiteral(": ") + group.title);
  texts->addWidget(title);
  texts->addWidget((new ThemedLabel(group.message))->withRole(ThemeRole::Secondary)->wrapped());
  auto* links = row(nullptr, 16);
  if (!group.more.isEmpty()) {
    QWidget* more = makeMore(group);
    texts->addWidget(more);
    auto* toggle = new LinkButton(tr("Show All"));
    connect(toggle, &LinkButton::clicked, more, [more, toggle] {
      const bool show = more->isHidden();
      more->setVisible(show);
      toggle->setText(show ? tr("Show Less") : tr("Show All"));
    });
    links->addWidget(toggle);
  }
  if (group.tensor) {
    auto* show = new LinkButton(tr("Show Tensor"));
    connect(show, &LinkButton::clicked, this,
            [this, name = *group.tensor] { Q_EMIT tensorActivated(name); });
    links->addWidget(show);
  }
  if (links->count() > 0) {
    links->addStretch();
    texts->addLayout(links);
  }
  across->addLayout(texts, 1);
  return line;
}

void FindingsView::setGroups(const std::vector<FindingGroup>& groups) {
  clearLayout(m_layout);
  m_count = static_cast<int>(groups.size());
  bool first = true;
  for (const FindingGroup& group : groups) {
    if (!first) {
      m_layout->addSpacing(8);
      m_layout->addWidget(new Separator(Qt::Horizontal));
      m_layout->addSpacing(8);
    }
    first = false;
    m_layout->addWidget(makeRow(group));
  }
  if (groups.empty()) {
    m_layout->addWidget(
        (new ThemedLabel(tr("Nothing to report.")))->withRole(ThemeRole::Secondary));
  }
}

} // namespace assay
