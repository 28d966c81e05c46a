#pragma once

class QWidget;

namespace assay {

/// Name, version, what the program does, licence.
void showAboutDialog(QWidget* parent);

/// The keys, in two columns.
void showShortcutsDialog(QWidget* parent);

} // namespace assay
