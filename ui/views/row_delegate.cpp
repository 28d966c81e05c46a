#include "ui/views/row_delegate.h"

#include "ui/views/theme.h"

#include <QPainter>

namespace assay {

namespace {
constexpr int cellInset = 8;
}

RowDelegate::RowDelegate(int quietRole, int leftEdge, int rightEdge, QObject* parent)
    : QStyledItemDelegate(parent), m_quietRole(quietRole), m_leftEdge(leftEdge),
      m_rightEdge(rightEdge) {}

void RowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const {
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  const ThemeRole role = selected                           ? ThemeRole::SelectedText
                         : index.data(m_quietRole).toBool() ? ThemeRole::Secondary
                                                            : ThemeRole::Text;
  const bool isName = index.column() == 0;
  const bool isLast = index.column() == index.model()->columnCount(index.parent()) - 1;
  const QRect rect = option.rect.adjusted(isName ? m_leftEdge : cellInset, 0,
                                          isLast ? -m_rightEdge : -cellInset, 0);
  const QString text = index.data(Qt::DisplayRole).toString();
  painter->save();
  painter->setFont(option.font);
  painter->setPen(themeColor(role, option.palette));
  painter->drawText(
      rect, index.data(Qt::TextAlignmentRole).toInt(),
      option.fontMetrics.elidedText(text, isName ? Qt::ElideMiddle : Qt::ElideRight, rect.width()));
  painter->restore();
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const int width = option.fontMetrics.horizontalAdvance(index.data(Qt::DisplayRole).toString());
  return {width + 2 * cellInset, metric::rowHeight};
}

} // namespace assay
