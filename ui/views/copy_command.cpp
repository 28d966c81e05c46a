#include "ui/views/copy_command.h"

#include "ui/views/row_tree_view.h"
#include "ui/views/tensors_page.h"
#include "ui/views/values_grid.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace assay {

namespace {

/// True where `widget` knows how to copy, whether or not something is selected in it.
bool copyHere(QWidget* widget) {
  if (auto* edit = qobject_cast<QLineEdit*>(widget)) {
    edit->copy();
  } else if (auto* text = qobject_cast<QPlainTextEdit*>(widget)) {
    text->copy();
  } else if (auto* label = qobject_cast<QLabel*>(widget)) {
    if (!label->hasSelectedText()) {
      return false;
    }
    QGuiApplication::clipboard()->setText(label->selectedText());
  } else if (auto* rows = qobject_cast<RowTreeView*>(widget)) {
    rows->copyRows();
  } else if (auto* grid = qobject_cast<ValuesGrid*>(widget)) {
    grid->copySelection();
  } else if (auto* page = qobject_cast<TensorsPage*>(widget)) {
    page->copyRows();
  } else {
    return false;
  }
  return true;
}

} // namespace

void copyFrom(QWidget* focus) {
  for (QWidget* widget = focus; widget != nullptr; widget = widget->parentWidget()) {
    if (copyHere(widget)) {
      return;
    }
  }
}

} // namespace assay
