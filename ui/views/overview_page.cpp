#include "ui/views/overview_page.h"

#include "ui/models/display_text.h"
#include "ui/views/fact_grid.h"
#include "ui/views/file_map_bar.h"
#include "ui/views/findings_view.h"
#include "ui/views/metadata_view.h"
#include "ui/views/tensor_state_table.h"
#include "ui/views/themed_label.h"
#include "ui/views/verdict_card.h"
#include "ui/views/widget_tools.h"
#include "ui/views/wrong_file_view.h"

#include <QDir>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QVBoxLayout>

namespace assay {

namespace {

ThemedLabel* sectionTitle(const QString& text) {
  return (new ThemedLabel(text))->withType(typeSize::sectionTitle, QFont::DemiBold);
}

/// `inner` with the room of a page around it.
QVBoxLayout* pageColumn(QWidget* page) {
  auto* layout = column(page);
  layout->setContentsMargins(metric::pageMargin, 20, metric::pageMargin, 20);
  return layout;
}

} // namespace

OverviewPage::OverviewPage(QWidget* parent) : QScrollArea(parent) {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setBackgroundRole(QPalette::Base);
  setFocusPolicy(Qt::NoFocus);
  auto* pages = new QWidget;
  pages->setBackgroundRole(QPalette::Base);
  pages->setAutoFillBackground(true);
  auto* layout = column(pages);
  m_checkpointView = new QWidget;
  buildCheckpointView();
  layout->addWidget(m_checkpointView);
  auto* wrongPage = new QWidget;
  m_wrong = new WrongFileView;
  pageColumn(wrongPage)->addWidget(m_wrong);
  layout->addWidget(wrongPage);
  m_wrong->parentWidget()->hide();
  setWidget(pages);
}

QWidget* OverviewPage::buildHead() {
  auto* head = new QWidget;
  auto* layout = column(head);
  auto* cards = row(nullptr, 14);
  m_reading = new VerdictCard;
  m_reference = new VerdictCard;
  cards->addWidget(m_reading, 1);
  cards->addWidget(m_reference, 1);
  layout->addLayout(cards);
  layout->addSpacing(18);
  auto* mapHead = row(nullptr);
  mapHead->addWidget(sectionTitle(tr("File map")));
  mapHead->addStretch();
  m_legend = new FileMapLegend;
  mapHead->addWidget(m_legend, 0, Qt::AlignVCenter);
  layout->addLayout(mapHead);
  layout->addSpacing(9);
  m_map = new FileMapBar;
  layout->addWidget(m_map);
  return head;
}

void OverviewPage::buildCheckpointView() {
  auto* layout = pageColumn(m_checkpointView);
  layout->addWidget(buildHead());
  layout->addSpacing(21);
  m_body = column(nullptr);
  layout->addLayout(m_body, 1);
  m_facts = new FactGrid(this);
  m_findings = new FindingsView(this);
  m_metadata = new MetadataView(this);
  m_table = new TensorStateTable(this);
  for (QWidget* part : {static_cast<QWidget*>(m_facts), static_cast<QWidget*>(m_findings),
                        static_cast<QWidget*>(m_metadata), static_cast<QWidget*>(m_table)}) {
    part->hide();
  }
  connect(m_map, &FileMapBar::activated, this, &OverviewPage::activateSegment);
  connect(m_findings, &FindingsView::tensorActivated, this, &OverviewPage::activateName);
  connect(m_table, &TensorStateTable::tensorActivated, this, &OverviewPage::tensorActivated);
}

void OverviewPage::arrange(Kind kind) {
  // The parts outlive the arrangement that they stand in.
  for (QWidget* part : {static_cast<QWidget*>(m_facts), static_cast<QWidget*>(m_findings),
                        static_cast<QWidget*>(m_metadata), static_cast<QWidget*>(m_table)}) {
    part->setParent(this);
    part->hide();
  }
  delete m_arranged;
  m_arranged = new QWidget;
  m_kind = kind;
  // The table and the line beside it go down to the status bar.
  const int bottom = kind == Kind::Damaged ? 0 : 20;
  m_checkpointView->layout()->setContentsMargins(metric::pageMargin, 20, metric::pageMargin,
                                                 bottom);
  if (kind == Kind::Damaged) {
    arrangeDamaged();
  } else {
    arrangeSound();
  }
  m_body->addWidget(m_arranged, 1);
}

void OverviewPage::arrangeSound() {
  auto* down = column(m_arranged);
  auto* across = row(nullptr);
  auto* left = column(nullptr);
  left->addWidget(sectionTitle(tr("File")));
  left->addSpacing(6);
  left->addWidget(m_facts);
  left->addStretch(1);
  across->addLayout(left, 1);
  across->addSpacing(metric::pageMargin);
  across->addWidget(new Separator(Qt::Vertical));
  across->addSpacing(metric::pageMargin);
  auto* right = column(nullptr);
  right->addWidget(sectionTitle(tr("Findings")));
  right->addSpacing(9);
  right->addWidget(m_findings);
  right->addSpacing(14);
  right->addWidget(new Separator(Qt::Horizontal));
  right->addSpacing(10);
  auto* metadata = row(nullptr);
  auto* title = sectionTitle(tr("Metadata"));
  title->setFixedWidth(120);
  metadata->addWidget(title, 0, Qt::AlignTop);
  metadata->addWidget(m_metadata, 1);
  right->addLayout(metadata);
  right->addStretch(1);
  across->addLayout(right, 1);
  down->addLayout(across);
  down->addStretch(1);
  for (QWidget* part : {static_cast<QWidget*>(m_facts), static_cast<QWidget*>(m_findings),
                        static_cast<QWidget*>(m_metadata)}) {
    part->show();
  }
}

void OverviewPage::arrangeDamaged() {
  auto* across = row(m_arranged);
  across->addWidget(m_table, 64);
  across->addSpacing(24);
  across->addWidget(new Separator(Qt::Vertical));
  across->addSpacing(24);
  auto* right = column(nullptr);
  right->addSpacing(6); // level with the title of the table
  right->addWidget(sectionTitle(tr("Findings")));
  right->addSpacing(9);
  right->addWidget(m_findings);
  right->addSpacing(18);
  right->addWidget(new Separator(Qt::Horizontal));
  right->addSpacing(14);
  right->addWidget(sectionTitle(tr("File")));
  right->addSpacing(6);
  right->addWidget(m_facts);
  auto* metadata = row(nullptr);
  auto* title = (new ThemedLabel(tr("Metadata")))->withRole(ThemeRole::Secondary);
  title->setFixedWidth(120);
  metadata->addWidget(title, 0, Qt::AlignTop);
  metadata->addWidget(m_metadata, 1);
  right->addSpacing(3);
  right->addLayout(metadata);
  right->addStretch(1);
  across->addLayout(right, 36);
  for (QWidget* part : {static_cast<QWidget*>(m_facts), static_cast<QWidget*>(m_findings),
                        static_cast<QWidget*>(m_metadata), static_cast<QWidget*>(m_table)}) {
    part->show();
  }
}

void OverviewPage::setOpened(const OpenedCheckpoint& opened) {
  m_opened = opened;
  const bool readable = opened.checkpoint->readable();
  m_checkpointView->setVisible(readable);
  m_wrong->parentWidget()->setVisible(!readable);
  if (readable) {
    arrange(opened.overview->complete != opened.overview->tensors() ? Kind::Damaged : Kind::Sound);
    fill();
  } else {
    m_kind = Kind::WrongFile;
    m_wrong->setCheckpoint(opened.checkpoint);
  }
  verticalScrollBar()->setValue(0);
}

void OverviewPage::fill() {
  const Checkpoint& checkpoint = *m_opened.checkpoint;
  const CheckpointOverview& overview = *m_opened.overview;
  m_reading->setVerdict(readingVerdict(checkpoint, overview));
  m_reference->setVerdict(referenceVerdict(checkpoint));
  m_map->setOverview(m_opened.overview);
  m_legend->setVisible(overview.map.damaged);
  std::vector<Fact> facts = fileFacts(checkpoint, overview);
  facts.front().value = shortPath(facts.front().value, QDir::homePath());
  m_facts->setFacts(facts);
  m_findings->setGroups(groupFindings(checkpoint, overview));
  m_metadata->setCheckpoint(checkpoint);
  if (m_kind == Kind::Damaged) {
    m_table->setCheckpoint(m_opened.checkpoint, overview.states);
  }
}

void OverviewPage::activateSegment(std::size_t segment) {
  const MapSegment& s = m_opened.overview->map.segments[segment];
  if (!s.first) {
    return;
  }
  if (s.kind == MapKind::Complete && s.tensors > 1) {
    Q_EMIT groupActivated(QString::fromStdString(s.group));
  } else {
    Q_EMIT tensorActivated(*s.first);
  }
}

void OverviewPage::activateName(const QString& name) {
  if (const auto id = m_opened.checkpoint->table().find(name.toStdString())) {
    Q_EMIT tensorActivated(*id);
  }
}

} // namespace assay
