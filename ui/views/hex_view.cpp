#include "ui/views/hex_view.h"

#include "ui/models/hex_text.h"
#include "ui/views/theme.h"

#include <QFontDatabase>
#include <QPainter>
#include <QTextBlock>

namespace assay {

namespace {

constexpr int perLine = 16;
constexpr int codesBegin = 10; ///< columns before the first code
constexpr int longestShown = 16;

QFont fixedFont() {
  QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  const QFont body = themeFont(typeSize::caption);
  if (body.pixelSize() > 0) {
    font.setPixelSize(body.pixelSize());
  } else {
    font.setPointSizeF(body.pointSizeF());
  }
  return font;
}

} // namespace

HexView::HexView(QWidget* parent) : QPlainTextEdit(parent) {
  setReadOnly(true);
  setFrameShape(QFrame::NoFrame);
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setFont(fixedFont());
  setTabChangesFocus(true);
  setAccessibleName(tr("First bytes"));
  document()->setDocumentMargin(12);
  setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  applyTheme();
}

void HexView::applyTheme() {
  // The rounded card below shines through.
  if (palette().color(QPalette::Base).alpha() != 0) {
    QPalette own = palette();
    own.setColor(QPalette::Base, Qt::transparent);
    setPalette(own);
  }
}

void HexView::setBytes(const std::vector<std::byte>& bytes, std::uint64_t start,
                       std::int64_t marked) {
  m_start = start;
  m_marked = marked;
  const QStringList lines = hexLines(bytes, start);
  setPlainText(lines.join(QLatin1Char('\n')));
  const int shown =
      static_cast<int>(qMin<qsizetype>(qMax<qsizetype>(lines.size(), 1), longestShown));
  setFixedHeight(QFontMetrics(font()).lineSpacing() * shown + 26);
  mark();
}

void HexView::mark() {
  QList<QTextEdit::ExtraSelection> selections;
  const std::int64_t offset = m_marked - static_cast<std::int64_t>(m_start);
  if (m_marked >= 0 && offset >= 0) {
    const QTextBlock line = document()->findBlockByNumber(static_cast<int>(offset / perLine));
    const int inLine = static_cast<int>(offset % perLine);
    if (line.isValid()) {
      QTextEdit::ExtraSelection selection;
      selection.cursor = QTextCursor(line);
      // Eight codes, a blank more, eight codes.
      selection.cursor.setPosition(line.position() + codesBegin + 3 * inLine +
                                   (inLine >= perLine / 2 ? 1 : 0));
      selection.cursor.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, 2);
      selection.format.setBackground(themeColor(ThemeRole::Error, palette()));
      selection.format.setForeground(isDark(palette()) ? Qt::black : Qt::white);
      selections << selection;
    }
  }
  setExtraSelections(selections);
}

void HexView::paintEvent(QPaintEvent* event) {
  QPainter painter(viewport());
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(themeColor(ThemeRole::Card, palette()));
  painter.drawRoundedRect(viewport()->rect(), 10, 10);
  painter.end();
  QPlainTextEdit::paintEvent(event);
}

void HexView::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) {
    applyTheme();
    mark();
  }
}

} // namespace assay
