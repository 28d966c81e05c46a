#include "ui/views/segmented_control.h"

#include "ui/views/theme.h"

#include <QButtonGroup>
#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

namespace assay {

namespace {

constexpr int border = 3;
constexpr int padding = 13;
constexpr int segmentHeight = 22;

/// One choice. The control around it paints the trough and moves the focus.
class Segment : public QAbstractButton {
 public:
  explicit Segment(const QString& label, QWidget* parent) : QAbstractButton(parent) {
    setText(label);
    setCheckable(true);
    setAutoExclusive(false);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(label);
  }
  void setTextSize(double size) { m_textSize = size; }
  [[nodiscard]] QSize sizeHint() const override {
    const QFontMetrics metrics(themeFont(m_textSize));
    return {metrics.horizontalAdvance(text()) + 2 * padding, segmentHeight};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isChecked()) {
      painter.setPen(Qt::NoPen);
      if (!isDark(palette())) {
        painter.setBrush(QColor(0, 0, 0, 26));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0, 0.75, 0, 0.5), 5.5, 5.5);
      }
      painter.setBrush(themeColor(ThemeRole::SegmentCurrent, palette()));
      painter.drawRoundedRect(QRectF(rect()).adjusted(0, 0, 0, -0.5), 5, 5);
    }
    if (hasFocus() && m_byKeyboard) {
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(themeColor(ThemeRole::Accent, palette()), 2));
      painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 5, 5);
    }
    painter.setFont(themeFont(m_textSize));
    painter.setPen(isEnabled() ? themeColor(ThemeRole::Text, palette())
                               : palette().color(QPalette::Disabled, QPalette::Text));
    painter.drawText(rect(), Qt::AlignCenter, text());
  }
  void focusInEvent(QFocusEvent* event) override {
    // A ring for those who came with the keyboard; a click shows by itself what it did.
    m_byKeyboard =
        event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    QAbstractButton::focusInEvent(event);
  }

 private:
  bool m_byKeyboard = false;
  double m_textSize = typeSize::body;
};

} // namespace

SegmentedControl::SegmentedControl(const QStringList& labels, QWidget* parent)
    : QWidget(parent), m_group(new QButtonGroup(this)), m_segmentHeight(segmentHeight) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  for (const QString& label : labels) {
    auto* segment = new Segment(label, this);
    segment->installEventFilter(this);
    m_group->addButton(segment, static_cast<int>(m_segments.size()));
    m_segments.append(segment);
  }
  m_group->setExclusive(true);
  if (!m_segments.isEmpty()) {
    m_segments.first()->setChecked(true);
  }
  connect(m_group, &QButtonGroup::idClicked, this, [this](int index) {
    setCurrent(index);
    Q_EMIT chosen(index);
  });
  setCurrent(0);
  layoutSegments();
}

int SegmentedControl::current() const {
  return m_group->checkedId();
}

void SegmentedControl::setCurrent(int index) {
  for (int i = 0; i < count(); ++i) {
    m_segments[i]->setFocusPolicy(i == index ? Qt::TabFocus : Qt::NoFocus);
  }
  if (index >= 0 && index < count()) {
    m_segments[index]->setChecked(true);
  }
}

void SegmentedControl::setLabel(int index, const QString& label) {
  m_segments[index]->setText(label);
  m_segments[index]->setAccessibleName(label);
  updateGeometry();
  layoutSegments();
}

void SegmentedControl::setSegmentEnabled(int index, bool enabled) {
  m_segments[index]->setEnabled(enabled);
}

void SegmentedControl::setSegmentToolTip(int index, const QString& text) {
  m_segments[index]->setToolTip(text);
}

void SegmentedControl::setTextSize(double size) {
  // Smaller type stands in a lower control.
  m_segmentHeight = size < typeSize::body ? segmentHeight - 2 : segmentHeight;
  for (QAbstractButton* segment : m_segments) {
    static_cast<Segment*>(segment)->setTextSize(size);
  }
  updateGeometry();
  layoutSegments();
}

QSize SegmentedControl::sizeHint() const {
  int width = 2 * border;
  for (const QAbstractButton* segment : m_segments) {
    width += segment->sizeHint().width();
  }
  return {width, m_segmentHeight + 2 * border};
}

void SegmentedControl::layoutSegments() {
  int x = border;
  for (QAbstractButton* segment : m_segments) {
    const int width = segment->sizeHint().width();
    segment->setGeometry(x, (height() - m_segmentHeight) / 2, width, m_segmentHeight);
    x += width;
  }
}

void SegmentedControl::step(int direction) {
  for (int i = current() + direction; i >= 0 && i < count(); i += direction) {
    if (m_segments[i]->isEnabled()) {
      setCurrent(i);
      m_segments[i]->setFocus(Qt::TabFocusReason);
      Q_EMIT chosen(i);
      return;
    }
  }
}

void SegmentedControl::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(themeColor(ThemeRole::SegmentTrough, palette()));
  painter.drawRoundedRect(QRectF(rect()), 8, 8);
}

void SegmentedControl::resizeEvent(QResizeEvent*) {
  layoutSegments();
}

void SegmentedControl::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
    updateGeometry();
    layoutSegments();
  }
}

bool SegmentedControl::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
      step(key == Qt::Key_Right ? 1 : -1);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

} // namespace assay
