#pragma once

#include <QPainter>
#include <QStyleOption>

namespace assay::linuxstyle {

/// The drawings of LinuxStyle, one for each kind of control.

[[nodiscard]] bool has(const QStyleOption& option, QStyle::StateFlag flag);

void paintFocusRing(QPainter& painter, const QRect& rect, const QPalette& palette);

/// The face of a button or a box of choices; `primary` is the one that Return presses.
void paintFace(QPainter& painter, const QStyleOption& option, bool primary);

/// A title in the menu bar.
void paintMenuTitle(QPainter& painter, const QStyleOptionMenuItem& item);

/// The ground of a chosen entry of a menu.
void paintMenuSelection(QPainter& painter, const QStyleOption& option);

/// A one-pixel frame around menus and tool tips, filled with `fill`.
void paintPanel(QPainter& painter, const QStyleOption& option, const QColor& fill);

/// The two chevrons of a box of choices.
void paintChoiceArrows(QPainter& painter, const QPointF& center, const QColor& color);

void paintCheckBox(QPainter& painter, const QStyleOption& option);

void paintScrollBar(QPainter& painter, const QStyleOptionSlider& option, const QRect& slider);

} // namespace assay::linuxstyle
