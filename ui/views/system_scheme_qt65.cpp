#include "ui/views/system_scheme.h"

#include <QGuiApplication>
#include <QStyleHints>
#include <utility>

namespace assay {

bool systemPrefersDark() {
  return QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark;
}

void followSystemScheme(std::function<void(bool dark)> changed) {
  QStyleHints* hints = QGuiApplication::styleHints();
  QObject::connect(hints, &QStyleHints::colorSchemeChanged, hints,
                   [changed = std::move(changed)](Qt::ColorScheme scheme) {
                     changed(scheme == Qt::ColorScheme::Dark);
                   });
}

} // namespace assay
