#include "ui/views/system_scheme.h"
#include "ui/views/theme.h"

#include <QApplication>

namespace assay {

bool systemPrefersDark() {
  return isDark(QApplication::palette());
}

void followSystemScheme(std::function<void(bool dark)>) {}

} // namespace assay
