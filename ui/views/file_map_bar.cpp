#include "ui/views/file_map_bar.h"

#include "ui/models/display_text.h"
#include "ui/views/file_map_paint.h"
#include "ui/views/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>

namespace assay {

namespace {

constexpr int barHeight = 31;
constexpr int tickHeight = 5;
constexpr int scaleHeight = 22;
constexpr double corner = 5;

} // namespace

FileMapBar::FileMapBar(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("File map"));
}

void FileMapBar::setOverview(std::shared_ptr<const CheckpointOverview> overview) {
  m_overview = std::move(overview);
  m_current.reset();
  m_hovered.reset();
  if (m_overview) {
    const FileMap& map = m_overview->map;
    setAccessibleDescription(tr("%1 of %2 expected; %3 stretches. Left and right arrows read them.")
                                 .arg(display::size(map.present), display::size(map.end))
                                 .arg(map.segments.size()));
  }
  update();
}

QSize FileMapBar::sizeHint() const {
  return {600, barHeight + scaleHeight};
}

QSize FileMapBar::minimumSizeHint() const {
  return {200, barHeight + scaleHeight};
}

QRectF FileMapBar::barRect() const {
  return {0.0, 0.0, double(width()), double(barHeight)};
}

double FileMapBar::xOf(std::uint64_t position) const {
  const double end = static_cast<double>(std::max<std::uint64_t>(m_overview->map.end, 1));
  return barRect().width() * (static_cast<double>(position) / end);
}

QRectF FileMapBar::segmentRect(std::size_t segment) const {
  const MapSegment& s = m_overview->map.segments[segment];
  const double left = std::min(xOf(s.bytes.begin), barRect().right() - 1);
  return {left, 0.0, std::max(xOf(s.bytes.end) - left, 1.0), double(barHeight)};
}

std::optional<std::size_t> FileMapBar::segmentAt(const QPointF& position) const {
  if (!m_overview || m_overview->map.segments.empty() || !barRect().contains(position)) {
    return std::nullopt;
  }
  const double share = position.x() / barRect().width();
  const auto byte = static_cast<std::uint64_t>(share * static_cast<double>(m_overview->map.end));
  return m_overview->map.segmentAt(std::min(byte, m_overview->map.end - 1));
}

QString FileMapBar::segmentText(std::size_t segment) const {
  const MapSegment& s = m_overview->map.segments[segment];
  const QString bytes = tr("%1, bytes %2 to %3")
                            .arg(display::size(s.bytes.size()), display::count(s.fileBytes.begin),
                                 display::count(s.fileBytes.end));
  const QString tensors = display::counted(s.tensors, tr("tensor"), tr("tensors"));
  switch (s.kind) {
  case MapKind::Header:
    return tr("Header: %1").arg(bytes);
  case MapKind::Complete:
    return tr("%1: %2, %3").arg(display::oneLine(s.label), tensors, bytes);
  case MapKind::CutOff:
    return tr("%1, cut off: %2").arg(display::oneLine(s.label), bytes);
  case MapKind::Missing:
    return m_overview->map.sizesAreKnown ? tr("Missing: %1, %2").arg(tensors, bytes)
                                         : tr("Missing: %1; their size is not known").arg(tensors);
  case MapKind::Gap:
    return tr("Belongs to no tensor: %1").arg(bytes);
  case MapKind::Extra:
    return tr("Behind the last tensor: %1").arg(bytes);
  }
  return {};
}

void FileMapBar::stepTo(std::size_t segment) {
  m_current = segment;
  const QString text = segmentText(segment);
  setAccessibleDescription(text);
  QToolTip::showText(mapToGlobal(QPoint(int(segmentRect(segment).center().x()), barHeight + 2)),
                     text.toHtmlEscaped(), this);
  update();
}

bool FileMapBar::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto segment = segmentAt(help->pos())) {
      QToolTip::showText(help->globalPos(), segmentText(*segment).toHtmlEscaped(), this,
                         segmentRect(*segment).toAlignedRect());
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  return QWidget::event(event);
}

void FileMapBar::mousePressEvent(QMouseEvent* event) {
  const auto segment = segmentAt(event->position());
  if (event->button() == Qt::LeftButton && segment) {
    m_current = segment;
    update();
    Q_EMIT activated(*segment);
  }
}

void FileMapBar::mouseMoveEvent(QMouseEvent* event) {
  const auto segment = segmentAt(event->position());
  if (segment != m_hovered) {
    m_hovered = segment;
    setCursor(segment && m_overview->map.segments[*segment].first ? Qt::PointingHandCursor
                                                                  : Qt::ArrowCursor);
    update();
  }
}

void FileMapBar::leaveEvent(QEvent*) {
  m_hovered.reset();
  update();
}

void FileMapBar::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  m_current.reset();
}

void FileMapBar::keyPressEvent(QKeyEvent* event) {
  const std::size_t count = m_overview ? m_overview->map.segments.size() : 0;
  if (count == 0) {
    QWidget::keyPressEvent(event);
    return;
  }
  switch (event->key()) {
  case Qt::Key_Right:
    stepTo(m_current ? std::min(*m_current + 1, count - 1) : 0);
    return;
  case Qt::Key_Left:
    stepTo(m_current && *m_current > 0 ? *m_current - 1 : 0);
    return;
  case Qt::Key_Home:
    stepTo(0);
    return;
  case Qt::Key_End:
    stepTo(count - 1);
    return;
  case Qt::Key_Return:
  case Qt::Key_Enter:
  case Qt::Key_Space:
    if (m_current) {
      Q_EMIT activated(*m_current);
      return;
    }
    break;
  default:
    break;
  }
  QWidget::keyPressEvent(event);
}

void FileMapBar::paintEvent(QPaintEvent*) {
  if (!m_overview) {
    return;
  }
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath shape;
  shape.addRoundedRect(barRect().adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
  painter.save();
  painter.setClipPath(shape);
  paintSegments(painter);
  painter.restore();
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(themeColor(ThemeRole::Separator, palette()), 1));
  painter.drawPath(shape);
  paintScale(painter);
  if (hasFocus()) {
    const QRectF ring = m_current ? segmentRect(*m_current) : barRect();
    painter.setPen(QPen(themeColor(ThemeRole::Accent, palette()), 2));
    painter.drawRoundedRect(ring.adjusted(1, 1, -1, -1), corner - 1, corner - 1);
  }
}

void FileMapBar::paintSegments(QPainter& painter) const {
  const auto& segments = m_overview->map.segments;
  double paintedTo = -1;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const QRectF rect = segmentRect(i);
    // Of the many stretches that share a pixel, one is painted; what is wrong is never left out.
    const bool plain = segments[i].kind == MapKind::Complete || segments[i].kind == MapKind::Header;
    if (rect.right() - paintedTo < 0.5 && plain) {
      continue;
    }
    paintSegment(painter, segments[i], rect);
    paintedTo = rect.right();
  }
  if (m_overview->map.present < m_overview->map.end && m_overview->map.sizesAreKnown) {
    painter.setPen(QPen(themeColor(ThemeRole::Error, palette()), 2));
    const double x = xOf(m_overview->map.present);
    painter.drawLine(QPointF(x, 0), QPointF(x, barHeight));
  }
}

void FileMapBar::paintSegment(QPainter& painter, const MapSegment& segment,
                              const QRectF& rect) const {
  const bool hasBorder = rect.left() > 0.5 && rect.width() > 3;
  const QRectF body = hasBorder ? rect.adjusted(1.5, 0, 0, 0) : rect;
  if (hasBorder) {
    painter.fillRect(QRectF(rect.left(), 0, 1.5, barHeight),
                     themeColor(ThemeRole::Content, palette()));
  }
  paintMapFill(painter, body, segment.kind, palette());
  if (m_hovered && &m_overview->map.segments[*m_hovered] == &segment) {
    painter.fillRect(body, isDark(palette()) ? QColor(255, 255, 255, 28) : QColor(0, 0, 0, 20));
  }
  paintLabel(painter, segment, body);
}

void FileMapBar::paintLabel(QPainter& painter, const MapSegment& segment,
                            const QRectF& rect) const {
  const QFont font = themeFont(typeSize::caption, QFont::Medium);
  const QFontMetricsF metrics(font);
  painter.setFont(font);
  if (segment.kind == MapKind::Missing) {
    const QString text =
        tr("%1 missing").arg(display::counted(segment.tensors, tr("tensor"), tr("tensors")));
    const double width = metrics.horizontalAdvance(text);
    if (width + 24 > rect.width()) {
      return;
    }
    const QRectF box(rect.left() + 7, 6, width + 11, barHeight - 12);
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeColor(ThemeRole::Content, palette()));
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(themeColor(ThemeRole::Error, palette()));
    painter.drawText(box, Qt::AlignCenter, text);
    return;
  }
  if (segment.kind != MapKind::Complete) {
    return;
  }
  const QString name = display::oneLine(segment.label);
  const QString whole = m_overview->map.damaged
                            ? name
                            : name + QStringLiteral("  ") + display::size(segment.bytes.size());
  const QString fitting = metrics.horizontalAdvance(whole) + 20 <= rect.width()  ? whole
                          : metrics.horizontalAdvance(name) + 20 <= rect.width() ? name
                                                                                 : QString();
  // Dark on the light theme's grey, light on the dark theme's: both above 4.5 : 1.
  painter.setPen(isDark(palette()) ? QColor(0xff, 0xff, 0xff) : QColor(0x10, 0x10, 0x12));
  painter.drawText(rect.adjusted(10, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, fitting);
}

void FileMapBar::paintScale(QPainter& painter) const {
  const FileMap& map = m_overview->map;
  const QFont font = themeFont(typeSize::caption);
  const QFontMetricsF metrics(font);
  painter.setFont(font);
  const QColor color = themeColor(ThemeRole::Secondary, palette());
  const auto tick = [&](double x) {
    painter.setPen(QPen(color, 1));
    painter.drawLine(QPointF(x, barHeight), QPointF(x, barHeight + tickHeight));
  };
  const double right = barRect().right();
  const QRectF line(0, barHeight + tickHeight, width(), scaleHeight - tickHeight);
  const bool isShort = map.present < map.end && map.sizesAreKnown;
  const bool hasHeader = !map.segments.empty() && map.segments.front().kind == MapKind::Header;
  const QString left = isShort || !hasHeader
                           ? QStringLiteral("0")
                           : tr("header %1").arg(display::size(map.segments.front().bytes.size()));
  const QString end =
      isShort ? tr("%1 expected").arg(display::size(map.end))
      : map.sizesAreKnown
          ? display::size(map.end)
          : tr("%1 there; how much is missing is not known").arg(display::size(map.present));
  painter.setRenderHint(QPainter::Antialiasing, false);
  tick(0.5);
  tick(right - 0.5);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, left);
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, end);
  if (isShort) {
    const QString text = tr("file ends at %1").arg(display::size(map.present));
    const double half = metrics.horizontalAdvance(text) / 2;
    const double x = xOf(map.present);
    tick(x);
    const double lowest = metrics.horizontalAdvance(left) + 12 + half;
    const double highest = right - metrics.horizontalAdvance(end) - 12 - half;
    if (lowest <= highest) {
      const double middle = std::clamp(x, lowest, highest);
      painter.drawText(QRectF(middle - half - 1, line.top(), 2 * half + 2, line.height()),
                       Qt::AlignCenter, text);
    }
  }
}

namespace {

struct LegendItem {
  MapKind kind;
  const char* text;
};

constexpr LegendItem legendItems[]{
    {MapKind::Complete, QT_TRANSLATE_NOOP("FileMapLegend", "Complete")},
    {MapKind::CutOff, QT_TRANSLATE_NOOP("FileMapLegend", "Cut off")},
    {MapKind::Missing, QT_TRANSLATE_NOOP("FileMapLegend", "Missing")}};
constexpr int swatch = 10;
constexpr int swatchGap = 6;
constexpr int itemGap = 16;

} // namespace

FileMapLegend::FileMapLegend(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setAccessibleName(tr("Grey: complete. Hatched: cut off. Outlined: missing."));
}

QSize FileMapLegend::sizeHint() const {
  const QFontMetrics metrics(themeFont(typeSize::caption));
  int width = 0;
  for (const LegendItem& item : legendItems) {
    width += swatch + swatchGap + metrics.horizontalAdvance(tr(item.text)) + itemGap;
  }
  return {width - itemGap + 1, metrics.height()};
}

void FileMapLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(themeFont(typeSize::caption));
  double x = 0;
  for (const LegendItem& item : legendItems) {
    const QRectF box(x, (height() - swatch) / 2.0, swatch, swatch);
    QPainterPath rounded;
    rounded.addRoundedRect(box, 2.5, 2.5);
    painter.save();
    painter.setClipPath(rounded);
    paintMapFill(painter, box, item.kind, palette());
    painter.restore();
    if (item.kind == MapKind::Missing) {
      painter.setBrush(mixed(themeColor(ThemeRole::Content, palette()),
                             themeColor(ThemeRole::Error, palette()), 0.12));
      painter.setPen(QPen(themeColor(ThemeRole::Error, palette()), 1.4));
      painter.drawRoundedRect(box.adjusted(0.7, 0.7, -0.7, -0.7), 2, 2);
    }
    x += swatch + swatchGap;
    painter.setPen(themeColor(ThemeRole::Secondary, palette()));
    const double width = painter.fontMetrics().horizontalAdvance(tr(item.text));
    painter.drawText(QRectF(x, 0, width + 2, height()), Qt::AlignVCenter, tr(item.text));
    x += width + itemGap;
  }
}

} // namespace assay
