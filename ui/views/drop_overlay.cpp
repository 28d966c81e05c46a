#include "ui/views/drop_overlay.h"

#include "ui/views/theme.h"

#include <QMimeData>
#include <QPainter>
#include <QUrl>

namespace assay {

DropOverlay::DropOverlay(QWidget* window) : QWidget(window) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  setAccessibleName(tr("Open in Assay"));
  hide();
}

void DropOverlay::cover() {
  setGeometry(parentWidget()->rect());
  raise();
  show();
}

void DropOverlay::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor accent = themeColor(ThemeRole::Accent, palette());
  painter.setPen(QPen(accent, 3));
  QColor veil = themeColor(ThemeRole::Content, palette());
  veil.setAlphaF(0.55F);
  painter.fillRect(rect(), veil);
  painter.drawRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5));
  const QFont font = themeFont(16, QFont::DemiBold);
  const QString text = tr("Open in Assay");
  const QSize size = QFontMetrics(font).size(Qt::TextSingleLine, text) + QSize(40, 24);
  const QRect box(rect().center() - QPoint(size.width() / 2, size.height() / 2), size);
  painter.setPen(Qt::NoPen);
  painter.setBrush(accent);
  painter.drawRoundedRect(box, 10, 10);
  painter.setFont(font);
  painter.setPen(isDark(palette()) ? QColor(0x10, 0x10, 0x12) : QColor(Qt::white));
  painter.drawText(box, Qt::AlignCenter, text);
}

QStringList droppedPaths(const QMimeData* data) {
  QStringList paths;
  for (const QUrl& url : data->urls()) {
    if (!url.isLocalFile()) {
      return {};
    }
    paths << url.toLocalFile();
  }
  return paths;
}

} // namespace assay
