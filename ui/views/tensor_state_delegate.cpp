#include "ui/views/tensor_state_delegate.h"

#include "ui/models/tensor_state_model.h"
#include "ui/views/row_painter.h"
#include "ui/views/severity_icon.h"
#include "ui/views/theme.h"

namespace assay {

namespace {

constexpr int iconExtent = 13;
constexpr int iconLeft = 10;
constexpr int nameLeft = 30;
constexpr int cellPadding = 8;
constexpr int lastPadding = 28;

SeverityShape shapeOf(TensorStateModel::Show condition) {
  switch (condition) {
  case TensorStateModel::Show::CutOff:
    return SeverityShape::Warning;
  case TensorStateModel::Show::Missing:
    return SeverityShape::Error;
  default:
    return SeverityShape::Ok;
  }
}

} // namespace

QSize TensorStateDelegate::sizeHint(const QStyleOptionViewItem& option,
                                    const QModelIndex& index) const {
  return {QStyledItemDelegate::sizeHint(option, index).width(), metric::rowHeight};
}

void TensorStateDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                const QModelIndex& index) const {
  const int column = index.column();
  const bool selected = (option.state & QStyle::State_Selected) != 0;
  const auto condition =
      static_cast<TensorStateModel::Show>(index.data(TensorStateModel::ConditionRole).toInt());
  painter->save();
  if (selected) {
    paintRowSelection(*painter, option, column == TensorStateModel::NameColumn,
                      column == TensorStateModel::OffsetColumn);
  }
  QRect text = option.rect.adjusted(cellPadding, 0, -cellPadding, 0);
  if (column == TensorStateModel::NameColumn) {
    const QRectF icon(option.rect.left() + iconLeft,
                      option.rect.center().y() + 0.5 - iconExtent / 2.0, iconExtent, iconExtent);
    paintSeverity(*painter, icon, shapeOf(condition), option.palette, selected);
    text.setLeft(option.rect.left() + nameLeft);
  } else if (column == TensorStateModel::OffsetColumn) {
    text.setRight(option.rect.right() - lastPadding);
  }
  const bool strong = condition == TensorStateModel::Show::CutOff;
  const bool isAmount = column == TensorStateModel::InTheFileColumn;
  painter->setFont(themeFont(typeSize::body, strong && isAmount ? QFont::DemiBold
                                             : selected         ? QFont::Medium
                                                                : QFont::Normal));
  const bool grey = condition == TensorStateModel::Show::Missing;
  painter->setPen(themeColor(selected ? ThemeRole::SelectedText
                             : grey   ? ThemeRole::Secondary
                                      : ThemeRole::Text,
                             option.palette));
  const auto mode = column == TensorStateModel::NameColumn ? Qt::ElideMiddle : Qt::ElideRight;
  const QString shown =
      painter->fontMetrics().elidedText(index.data().toString(), mode, text.width());
  painter->drawText(text, index.data(Qt::TextAlignmentRole).toInt(), shown);
  painter->restore();
}

} // namespace assay
