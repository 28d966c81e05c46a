#include "ui/views/linux_style.h"

#include "ui/views/linux_style_painters.h"
#include "ui/views/theme.h"

#include <QComboBox>
#include <QPainter>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolButton>

namespace assay {

using namespace linuxstyle;

namespace {

constexpr int scrollBarExtent = 12;

} // namespace

LinuxStyle::LinuxStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void LinuxStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  if (qobject_cast<QPushButton*>(widget) != nullptr ||
      qobject_cast<QComboBox*>(widget) != nullptr ||
      qobject_cast<QToolButton*>(widget) != nullptr) {
    widget->setAttribute(Qt::WA_Hover);
  }
}

void LinuxStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                               QPainter* painter, const QWidget* widget) const {
  switch (element) {
  case PE_PanelButtonCommand: {
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    const bool primary =
        button != nullptr && (button->features & QStyleOptionButton::DefaultButton) != 0;
    paintFace(*painter, *option, primary);
    return;
  }
  case PE_FrameLineEdit:
  case PE_PanelLineEdit: {
    if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        frame != nullptr && frame->lineWidth > 0) {
      QStyleOption face(*option);
      face.state = option->state & ~(State_Sunken | State_On);
      face.palette.setColor(QPalette::Button, option->palette.color(QPalette::Base));
      paintFace(*painter, face, false);
      if (has(*option, State_HasFocus)) {
        paintFocusRing(*painter, option->rect, option->palette);
      }
    }
    return;
  }
  case PE_IndicatorCheckBox:
  case PE_IndicatorItemViewItemCheck:
    paintCheckBox(*painter, *option);
    return;
  case PE_FrameFocusRect:
    if (has(*option, State_KeyboardFocusChange)) {
      paintFocusRing(*painter, option->rect, option->palette);
    }
    return;
  case PE_PanelScrollAreaCorner:
    painter->fillRect(option->rect, option->palette.color(QPalette::Base));
    return;
  case PE_FrameMenu:
  case PE_PanelMenu:
    paintPanel(*painter, *option, themeColor(ThemeRole::Content, option->palette));
    return;
  case PE_PanelTipLabel:
    paintPanel(*painter, *option, themeColor(ThemeRole::Card, option->palette));
    return;
  case PE_FrameStatusBarItem:
    return;
  default:
    QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
}

void LinuxStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
  if (element == CE_ToolBar || element == CE_MenuBarEmptyArea) {
    painter->fillRect(option->rect, themeColor(ThemeRole::Bars, option->palette));
    if (element == CE_ToolBar) {
      painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                        themeColor(ThemeRole::Separator, option->palette));
    }
    return;
  }
  if (element == CE_Splitter) {
    painter->fillRect(option->rect, themeColor(ThemeRole::Separator, option->palette));
    return;
  }
  if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
    if (element == CE_MenuBarItem) {
      paintMenuTitle(*painter, *item);
      return;
    }
    if (element == CE_MenuItem && has(*option, State_Selected) && has(*option, State_Enabled)) {
      // Painted as an entry that is not chosen, in white on the rounded ground.
      QStyleOptionMenuItem entry(*item);
      entry.state &= ~State_Selected;
      const QColor ink = themeColor(ThemeRole::SelectedText, option->palette);
      for (const QPalette::ColorRole role :
           {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
        entry.palette.setColor(role, ink);
      }
      paintMenuSelection(*painter, *option);
      QProxyStyle::drawControl(element, &entry, painter, widget);
      return;
    }
  }
  const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
  if (element == CE_PushButtonLabel && button != nullptr &&
      (button->features & QStyleOptionButton::DefaultButton) != 0 && has(*option, State_Enabled)) {
    QStyleOptionButton white(*button);
    white.palette.setColor(QPalette::ButtonText,
                           themeColor(ThemeRole::SelectedText, option->palette));
    QProxyStyle::drawControl(element, &white, painter, widget);
    return;
  }
  QProxyStyle::drawControl(element, option, painter, widget);
}

void LinuxStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const {
  if (control == CC_ScrollBar) {
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
      paintScrollBar(*painter, *slider,
                     subControlRect(control, option, SC_ScrollBarSlider, widget));
      return;
    }
  }
  if (control == CC_ComboBox) {
    const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (combo != nullptr && !combo->editable) {
      QStyleOption face(*option);
      face.state = option->state & ~State_On;
      paintFace(*painter, face, false);
      paintChoiceArrows(*painter,
                        QPointF(option->rect.right() - 12, option->rect.center().y() + 0.5),
                        themeColor(ThemeRole::Secondary, option->palette));
      if (has(*option, State_HasFocus) && has(*option, State_KeyboardFocusChange)) {
        paintFocusRing(*painter, option->rect, option->palette);
      }
      return;
    }
  }
  QProxyStyle::drawComplexControl(control, option, painter, widget);
}

int LinuxStyle::pixelMetric(PixelMetric metric, const QStyleOption* option,
                            const QWidget* widget) const {
  switch (metric) {
  case PM_ScrollBarExtent:
    return scrollBarExtent;
  case PM_ButtonShiftHorizontal:
  case PM_ButtonShiftVertical:
    return 0;
  case PM_IndicatorWidth:
  case PM_IndicatorHeight:
    return 16;
  case PM_MenuPanelWidth:
    return 1;
  case PM_MenuVMargin:
  case PM_MenuHMargin:
    return 5;
  case PM_ToolTipLabelFrameWidth:
    return 7;
  case PM_SplitterWidth:
    return 1;
  case PM_ToolBarItemSpacing:
    return 8;
  case PM_ToolBarFrameWidth:
  case PM_ToolBarItemMargin:
    return 0;
  default:
    return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

int LinuxStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const {
  switch (hint) {
  case SH_EtchDisabledText:
  case SH_UnderlineShortcut:
  case SH_DialogButtonBox_ButtonsHaveIcons:
    return 0;
  case SH_ItemView_ShowDecorationSelected:
    return 1;
  case SH_Widget_Animation_Duration:
    return 0;
  default:
    return QProxyStyle::styleHint(hint, option, widget, data);
  }
}

QSize LinuxStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const {
  QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
  if (type == CT_PushButton) {
    result = {qMax(size.width() + 22, 66), qMax(size.height() + 8, 31)};
  } else if (type == CT_ComboBox) {
    result = {size.width() + 40, qMax(size.height() + 8, 26)};
  } else if (type == CT_LineEdit) {
    result.setHeight(qMax(result.height(), 26));
  }
  return result;
}

QRect LinuxStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                                 SubControl subControl, const QWidget* widget) const {
  if (control == CC_ScrollBar) {
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (bar != nullptr &&
        (subControl == SC_ScrollBarAddLine || subControl == SC_ScrollBarSubLine)) {
      return {};
    }
    if (bar != nullptr) {
      const bool vertical = bar->orientation == Qt::Vertical;
      const int length = vertical ? bar->rect.height() : bar->rect.width();
      const qint64 range = qint64(bar->maximum) - bar->minimum;
      const qint64 page = qMax(1, bar->pageStep);
      const int handle = range > 0 ? qMax(28, int(length * page / (range + page))) : length;
      const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition,
                                                qMax(0, length - handle), bar->upsideDown);
      const auto part = [&](int from, int to) {
        return vertical ? QRect(0, from, bar->rect.width(), to - from)
                        : QRect(from, 0, to - from, bar->rect.height());
      };
      switch (subControl) {
      case SC_ScrollBarGroove:
        return part(0, length);
      case SC_ScrollBarSlider:
        return part(start, start + handle);
      case SC_ScrollBarSubPage:
        return part(0, start);
      case SC_ScrollBarAddPage:
        return part(start + handle, length);
      default:
        break;
      }
    }
  }
  const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
  if (control == CC_ComboBox && combo != nullptr && !combo->editable &&
      subControl == SC_ComboBoxEditField) {
    return option->rect.adjusted(7, 0, -24, 0);
  }
  return QProxyStyle::subControlRect(control, option, subControl, widget);
}

} // namespace assay
