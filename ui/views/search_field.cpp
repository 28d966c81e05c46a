#include "ui/views/search_field.h"

#include "ui/views/icon_painter.h"
#include "ui/views/theme.h"

#include <QAction>
#include <QKeyEvent>

namespace assay {

SearchField::SearchField(QWidget* parent)
    : QLineEdit(parent), m_glass(addAction(QIcon(), QLineEdit::LeadingPosition)) {
  setPlaceholderText(tr("Name, dtype, or shape"));
  setAccessibleName(tr("Filter tensors by name, dtype, or shape"));
  setClearButtonEnabled(true);
  setAcceptDrops(false); // a file that is dropped here is opened, not written down
  setFixedSize(220, 28);
  m_glass->setMenuRole(QAction::NoRole);
  applyTheme();
}

void SearchField::applyTheme() {
  m_glass->setIcon(glyphIcon(Glyph::Search, themeColor(ThemeRole::Secondary, palette())));
}

void SearchField::changeEvent(QEvent* event) {
  QLineEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) {
    applyTheme();
  }
}

void SearchField::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) {
    QLineEdit::keyPressEvent(event);
  } else if (text().isEmpty()) {
    Q_EMIT left();
  } else {
    clear();
  }
}

} // namespace assay
