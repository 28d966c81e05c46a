#include "ui/views/wrong_file_view.h"

#include "ui/jobs/byte_reading.h"
#include "ui/models/display_text.h"
#include "ui/views/fact_grid.h"
#include "ui/views/hex_view.h"
#include "ui/views/themed_label.h"
#include "ui/views/verdict_card.h"
#include "ui/views/widget_tools.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace assay {

namespace {

constexpr std::size_t shownBytes = 256;

bool isHeaderFault(FindingCode code) {
  return code == FindingCode::InvalidJson || code == FindingCode::InvalidUtf8;
}

Verdict wrongFileVerdict(const Checkpoint& checkpoint) {
  if (checkpoint.findings().empty()) {
    return {Verdict::Mood::Bad, WrongFileView::tr("Assay cannot read this kind of file"), {}};
  }
  const Finding& worst = checkpoint.findings().front();
  return {Verdict::Mood::Bad, display::oneLine(worst.title), display::oneLine(worst.message)};
}

} // namespace

WrongFileView::WrongFileView(QWidget* parent)
    : QWidget(parent), m_reading(new VerdictCard), m_reference(new VerdictCard),
      m_bytesTitle(
          (new ThemedLabel(tr("First bytes")))->withType(typeSize::sectionTitle, QFont::DemiBold)),
      m_bytesCaption(
          (new ThemedLabel)->withType(typeSize::caption)->withRole(ThemeRole::Secondary)),
      m_showBytes(new QPushButton(tr("Show Bytes"))), m_bytes(new HexView), m_facts(new FactGrid) {
  auto* layout = column(this);
  auto* cards = row(nullptr, 14);
  cards->addWidget(m_reading, 1);
  cards->addWidget(m_reference, 1);
  layout->addLayout(cards);
  layout->addSpacing(20);
  auto* head = row(nullptr, 12);
  head->addWidget(m_bytesTitle);
  head->addWidget(m_bytesCaption);
  head->addStretch();
  layout->addLayout(head);
  layout->addSpacing(8);
  layout->addWidget(m_showBytes, 0, Qt::AlignLeft);
  layout->addWidget(m_bytes);
  layout->addSpacing(20);
  layout->addWidget(
      (new ThemedLabel(tr("File")))->withType(typeSize::sectionTitle, QFont::DemiBold));
  layout->addSpacing(4);
  layout->addWidget(m_facts);
  layout->addStretch(1);
  connect(m_showBytes, &QPushButton::clicked, this, &WrongFileView::showBytes);
}

void WrongFileView::setCheckpoint(const std::shared_ptr<const Checkpoint>& checkpoint) {
  m_checkpoint = checkpoint;
  m_reading->setVerdict(wrongFileVerdict(*checkpoint));
  m_reference->setVerdict(referenceVerdict(*checkpoint));
  m_facts->setFacts(fileFacts(*checkpoint, CheckpointOverview{}));
  const bool headerFault =
      !checkpoint->findings().empty() && isHeaderFault(checkpoint->findings().front().code);
  m_bytesTitle->setText(headerFault ? tr("Where the header breaks") : tr("First bytes"));
  m_bytesCaption->clear();
  // A broken header is long and its place is far in: its bytes are read when they are asked for.
  m_showBytes->setVisible(headerFault);
  m_bytes->setVisible(!headerFault);
  const bool hasBytes =
      !checkpoint->shards().empty() && !checkpoint->shards().front().firstBytes.empty();
  m_bytesTitle->setVisible(headerFault || hasBytes);
  if (!headerFault && hasBytes) {
    m_bytes->setBytes(checkpoint->shards().front().firstBytes);
    showBytes();
  } else if (!hasBytes) {
    m_bytes->hide();
  }
}

void WrongFileView::showBytes() {
  const std::int64_t marked =
      m_showBytes->isHidden() || m_checkpoint->findings().empty() ||
              !m_checkpoint->findings().front().position
          ? -1
          : static_cast<std::int64_t>(*m_checkpoint->findings().front().position);
  const auto position = static_cast<std::uint64_t>(marked < 0 ? 0 : marked);
  readBytesAround(this, m_checkpoint, position, shownBytes,
                  [this, marked, of = m_checkpoint](const ByteExcerpt& excerpt) {
                    if (of != m_checkpoint || excerpt.bytes.empty()) {
                      return;
                    }
                    m_bytes->setBytes(excerpt.bytes, excerpt.start, marked);
                    if (marked >= 0) {
                      m_bytesCaption->setText(
                          tr("byte %1").arg(display::count(static_cast<std::uint64_t>(marked))));
                      m_showBytes->hide();
                    }
                    m_bytes->show();
                  });
}

} // namespace assay
