#include "ui/views/widget_tools.h"

#include <QHBoxLayout>
#include <QLayoutItem>
#include <QVBoxLayout>
#include <QWidget>
#include <memory>

namespace assay {

void clearLayout(QLayout* layout) {
  while (const std::unique_ptr<QLayoutItem> item{layout->takeAt(0)}) {
    if (QWidget* widget = item->widget()) {
      widget->hide();
      widget->deleteLater();
    } else if (QLayout* inner = item->layout()) {
      clearLayout(inner);
    }
  }
}

QVBoxLayout* column(QWidget* parent, int spacing) {
  auto* layout = parent != nullptr ? new QVBoxLayout(parent) : new QVBoxLayout;
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(spacing);
  return layout;
}

QHBoxLayout* row(QWidget* parent, int spacing) {
  auto* layout = parent != nullptr ? new QHBoxLayout(parent) : new QHBoxLayout;
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(spacing);
  return layout;
}

} // namespace assay
