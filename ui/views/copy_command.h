#pragma once

class QWidget;

namespace assay {

/// Copies what is selected in the widget with the focus, or in the nearest widget around it that
/// can copy. (Sending it the keys would trigger the menu's own shortcut again, without end.)
void copyFrom(QWidget* focus);

} // namespace assay
