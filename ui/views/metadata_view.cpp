#include "ui/views/metadata_view.h"

#include "core/base/text_escape.h"
#include "ui/models/display_text.h"
#include "ui/views/link_button.h"
#include "ui/views/themed_label.h"
#include "ui/views/widget_tools.h"

#include <QVBoxLayout>
#include <algorithm>

namespace assay {

namespace {

constexpr std::size_t mostEntries = 200;
constexpr qsizetype mostLines = 3;
constexpr qsizetype lineLength = 90; ///< characters that about fill a line
constexpr qsizetype mostCharacters = 20'000;

/// Escapes what a value must not do to the window, but keeps its line breaks.
QString valueText(const std::string& value) {
  QStringList lines;
  const QString raw = QString::fromStdString(validUtf8(value)).left(mostCharacters);
  for (const QString& line : raw.split(QLatin1Char('\n'))) {
    lines << display::oneLine(line.toStdString());
  }
  return lines.join(QLatin1Char('\n'));
}

/// The first lines of a long text; the text itself where it is short.
QString beginning(const QString& text) {
  QStringList lines = text.split(QLatin1Char('\n'));
  const bool isLong = lines.size() > mostLines || text.size() > mostLines * lineLength;
  return isLong ? lines.mid(0, mostLines).join(QLatin1Char('\n')).left(mostLines * lineLength) +
                      QStringLiteral("…")
                : text;
}

} // namespace

MetadataView::MetadataView(QWidget* parent) : QWidget(parent), m_layout(column(this, 4)) {
  setAccessibleName(tr("Metadata"));
}

void MetadataView::addEntry(const std::string& key, const std::string& value) {
  const QString text = QStringLiteral("%1 = %2").arg(display::oneLine(key), valueText(value));
  const QString start = beginning(text);
  auto* label = (new ThemedLabel(start))->wrapped();
  m_layout->addWidget(label);
  if (start != text) {
    auto* toggle = new LinkButton(tr("Show All"));
    connect(toggle, &LinkButton::clicked, label, [label, toggle, text, start] {
      const bool open = label->text() == start;
      label->setText(open ? text : start);
      toggle->setText(open ? tr("Show Less") : tr("Show All"));
    });
    m_layout->addWidget(toggle);
  }
}

void MetadataView::setCheckpoint(const Checkpoint& checkpoint) {
  clearLayout(m_layout);
  const auto& shards = checkpoint.shards();
  const auto shard = std::find_if(shards.begin(), shards.end(),
                                  [](const Shard& s) { return !s.metadata.empty(); });
  m_empty = shard == shards.end();
  if (m_empty) {
    m_layout->addWidget((new ThemedLabel(tr("None")))->withRole(ThemeRole::Secondary));
    return;
  }
  std::size_t shown = 0;
  for (const auto& [key, value] : shard->metadata) {
    if (++shown > mostEntries) {
      m_layout->addWidget(
          (new ThemedLabel(tr("%1 more").arg(display::count(shard->metadata.size() - mostEntries))))
              ->withRole(ThemeRole::Secondary));
      break;
    }
    addEntry(key, value);
  }
}

} // namespace assay
