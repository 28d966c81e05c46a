#include "ui/views/status_line.h"

#include "ui/views/theme.h"

#include <QPainter>
#include <algorithm>

namespace assay {

namespace {

constexpr int margin = 16;
constexpr int barWidth = 240;
constexpr int barHeight = 6;

} // namespace

StatusLine::StatusLine(QWidget* parent) : QWidget(parent) {
  setFixedHeight(metric::statusBarHeight + 1);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Status"));
}

void StatusLine::setLeft(const QString& text) {
  m_left = text;
  setAccessibleDescription(m_left + QStringLiteral("; ") + m_right);
  update();
}

void StatusLine::setRight(const QString& text) {
  m_right = text;
  setAccessibleDescription(m_left + QStringLiteral("; ") + m_right);
  update();
}

void StatusLine::setProgress(double share) {
  m_progress = share;
  update();
}

void StatusLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), themeColor(ThemeRole::Bars, palette()));
  painter.fillRect(QRect(0, 0, width(), 1), themeColor(ThemeRole::Separator, palette()));
  QRect room = rect().adjusted(margin, 1, -margin, 0);
  if (m_progress >= 0) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const QRectF trough(room.left(), room.center().y() - barHeight / 2.0 + 0.5, barWidth,
                        barHeight);
    painter.setBrush(themeColor(ThemeRole::SegmentTrough, palette()));
    painter.drawRoundedRect(trough, 3, 3);
    QRectF done = trough;
    done.setWidth(std::max<double>(barHeight, barWidth * std::min(m_progress, 1.0)));
    painter.setBrush(themeColor(ThemeRole::Accent, palette()));
    painter.drawRoundedRect(done, 3, 3);
    room.setLeft(room.left() + barWidth + 13);
  }
  painter.setFont(themeFont(12.5));
  painter.setPen(themeColor(ThemeRole::Secondary, palette()));
  const int rightWidth = painter.fontMetrics().horizontalAdvance(m_right);
  painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, m_right);
  room.setRight(room.right() - rightWidth - 20);
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(m_left, Qt::ElideRight, room.width()));
}

} // namespace assay
