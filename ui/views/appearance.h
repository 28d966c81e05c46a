#pragma once

class QFormLayout;

namespace assay {

/// Brings the remembered choice of light or dark into force. Qt can do so from 6.8: for older
/// versions another file takes this one's place, and does nothing.
void applyAppearance();

/// Adds the choice to the settings, where there is one.
void addAppearanceChoice(QFormLayout& form);

} // namespace assay
