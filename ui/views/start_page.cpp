#include "ui/views/start_page.h"

#include "ui/models/recent_model.h"
#include "ui/views/icon_painter.h"
#include "ui/views/recent_list.h"
#include "ui/views/themed_label.h"
#include "ui/views/widget_tools.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace assay {

namespace {

// At the full size of a window; a small one takes from the side first, then from the margins.
constexpr int sideWidth = 501;
constexpr int leastSide = 380;
constexpr int zoneMargin = 72;
constexpr int leastMargin = 28;

/// The dashed outline.
class DropZone : public QWidget {
 public:
  using QWidget::QWidget;

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor line = isDark(palette()) ? themeColor(ThemeRole::ControlBorder, palette())
                                    : QColor(0xd2, 0xd2, 0xd6);
    QPen pen(line, 2);
    pen.setDashPattern({4, 3});
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 16, 16);
  }
};

class DropGlyph : public QWidget {
 public:
  DropGlyph() { setFixedSize(44, 44); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    paintGlyph(painter, QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5), Glyph::Drop,
               themeColor(ThemeRole::Zero, palette()));
  }
};

} // namespace

StartPage::StartPage(RecentModel* recent, QWidget* parent) : QWidget(parent) {
  auto* across = row(this);
  m_left = new QWidget;
  row(m_left)->addWidget(buildDropZone());
  across->addWidget(m_left, 1);
  m_side = buildRecent(recent);
  across->addWidget(m_side);
}

QWidget* StartPage::buildDropZone() {
  auto* zone = new DropZone;
  auto* down = column(zone);
  down->setContentsMargins(20, 0, 20, 0);
  down->addStretch(100);
  down->addWidget(new DropGlyph, 0, Qt::AlignHCenter);
  down->addSpacing(22);
  down->addWidget((new ThemedLabel(tr("Drop a checkpoint here")))->withType(24, QFont::DemiBold), 0,
                  Qt::AlignHCenter);
  down->addSpacing(8);
  auto* types = (new ThemedLabel(tr("A .safetensors file, a model.safetensors.index.json, or a "
                                    "folder of shards.")))
                    ->withType(14)
                    ->withRole(ThemeRole::Secondary);
  types->setWordWrap(true);
  types->setAlignment(Qt::AlignHCenter);
  down->addWidget(types);
  down->addSpacing(24);
  auto* buttons = row(nullptr, 10);
  m_open = new QPushButton(tr("Open…"));
  m_open->setDefault(true);
  auto* sample = new QPushButton(tr("Open Sample"));
  for (QPushButton* button : {m_open, sample}) {
    button->setFont(themeFont(typeSize::body, QFont::Medium));
  }
  buttons->addStretch();
  buttons->addWidget(m_open);
  buttons->addWidget(sample);
  buttons->addStretch();
  down->addLayout(buttons);
  down->addStretch(120);
  auto* promise =
      (new ThemedLabel(tr("Files are only read. Nothing is changed, uploaded, or run.")))
          ->withType(typeSize::caption)
          ->withRole(ThemeRole::Secondary);
  down->addWidget(promise, 0, Qt::AlignHCenter);
  down->addSpacing(28);
  connect(m_open, &QPushButton::clicked, this, &StartPage::openRequested);
  connect(sample, &QPushButton::clicked, this, &StartPage::sampleRequested);
  return zone;
}

QWidget* StartPage::buildRecent(RecentModel* recent) {
  auto* side = new QWidget;
  auto* down = column(side);
  down->setContentsMargins(17, 26, 16, 16);
  auto* title = (new ThemedLabel(tr("Recent")))
                    ->withType(typeSize::body, QFont::DemiBold)
                    ->withRole(ThemeRole::Secondary);
  title->setContentsMargins(12, 0, 0, 0);
  down->addWidget(title);
  down->addSpacing(8);
  auto* none = (new ThemedLabel(tr("Checkpoints that you open are listed here.")))
                   ->withRole(ThemeRole::Secondary);
  none->setContentsMargins(12, 4, 0, 0);
  down->addWidget(none);
  m_list = new RecentList(recent);
  down->addWidget(m_list, 1);
  const auto adjust = [recent, none, list = m_list] {
    none->setVisible(recent->rowCount() == 0);
    list->setFocusPolicy(recent->rowCount() == 0 ? Qt::NoFocus : Qt::StrongFocus);
  };
  connect(recent, &RecentModel::entriesChanged, this, adjust);
  connect(recent, &RecentModel::modelReset, this, adjust);
  adjust();
  down->addStretch();
  connect(m_list, &RecentList::openRequested, this, &StartPage::pathRequested);
  return side;
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_side->setFixedWidth(qBound(leastSide, width() * 2 / 5, sideWidth));
  const int margin = qBound(leastMargin, width() / 20, zoneMargin);
  m_left->layout()->setContentsMargins(margin, margin + 1, margin, margin);
}

void StartPage::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), themeColor(ThemeRole::Content, palette()));
  const QRect side = m_side->geometry();
  painter.fillRect(side, themeColor(ThemeRole::Side, palette()));
  painter.fillRect(QRect(side.left(), 0, 1, height()), themeColor(ThemeRole::Separator, palette()));
}

} // namespace assay
