#include "ui/views/appearance.h"

namespace assay {

void applyAppearance() {}
void addAppearanceChoice(QFormLayout&) {}

} // namespace assay
