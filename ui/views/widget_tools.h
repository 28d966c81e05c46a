#pragma once

class QHBoxLayout;
class QLayout;
class QVBoxLayout;
class QWidget;

namespace assay {

/// Removes everything from a layout; the widgets are deleted later.
void clearLayout(QLayout* layout);

/// Layouts without margins and with this distance between their items.
[[nodiscard]] QVBoxLayout* column(QWidget* parent, int spacing = 0);
[[nodiscard]] QHBoxLayout* row(QWidget* parent, int spacing = 0);

} // namespace assay
