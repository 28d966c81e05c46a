#include "ui/views/linux_palette.h"

#include "ui/views/theme.h"

namespace assay {

QPalette linuxPalette(bool dark) {
  const auto color = [dark](ThemeRole role) { return tableColor(role, dark); };
  QPalette palette;
  palette.setColor(QPalette::Window, color(ThemeRole::Bars));
  palette.setColor(QPalette::WindowText, color(ThemeRole::Text));
  palette.setColor(QPalette::Base, color(ThemeRole::Content));
  palette.setColor(QPalette::AlternateBase, color(ThemeRole::Card));
  palette.setColor(QPalette::Text, color(ThemeRole::Text));
  palette.setColor(QPalette::PlaceholderText, color(ThemeRole::Zero));
  palette.setColor(QPalette::Button, color(ThemeRole::ControlFill));
  palette.setColor(QPalette::ButtonText, color(ThemeRole::Text));
  palette.setColor(QPalette::BrightText, Qt::white);
  palette.setColor(QPalette::ToolTipBase, color(ThemeRole::Card));
  palette.setColor(QPalette::ToolTipText, color(ThemeRole::Text));
  palette.setColor(QPalette::Highlight, color(ThemeRole::Selection));
  palette.setColor(QPalette::HighlightedText, color(ThemeRole::SelectedText));
  palette.setColor(QPalette::Link, color(ThemeRole::Accent));
  palette.setColor(QPalette::LinkVisited, color(ThemeRole::Accent));
  palette.setColor(QPalette::Light, color(ThemeRole::Content));
  palette.setColor(QPalette::Midlight, color(ThemeRole::Card));
  palette.setColor(QPalette::Mid, color(ThemeRole::Separator));
  palette.setColor(QPalette::Dark, color(ThemeRole::ControlBorder));
  palette.setColor(QPalette::Shadow, dark ? QColor(0, 0, 0) : QColor(0x6e, 0x6e, 0x73));
  const QColor faint = mixed(color(ThemeRole::Content), color(ThemeRole::Zero), 0.65);
  for (const QPalette::ColorRole role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
    palette.setColor(QPalette::Disabled, role, faint);
  }
  palette.setColor(QPalette::Disabled, QPalette::Highlight, color(ThemeRole::Hover));
  return palette;
}

} // namespace assay
