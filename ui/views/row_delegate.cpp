#include "ui/views/row_delegate.h"

#include "ui/views/row_painter.h"
#include "ui/views/theme.h"

#include <QHeaderView>
#include <QPainter>

namespace assay {

namespace {
constexpr int cellInset = 8;
constexpr int selectionInset = 6;
} // namespace

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
  const bool isLast = isLastShown(index);
  if (selected && m_columns != nullptr) {
    QStyleOptionViewItem body(option);
    body.palette = option.widget->palette();
    body.rect.adjust(isName ? selectionInset : 0, 0, isLast ? -selectionInset : 0, 0);
    paintRowSelection(*painter, body, isName, isLast);
  }
  const int alignment = index.data(Qt::TextAlignmentRole).toInt();
  // A number may use the room up to the column before it.
  const int left = (alignment & Qt::AlignRight) != 0 ? 0 : cellInset;
  const QRect rect =
      option.rect.adjusted(isName ? m_leftEdge : left, 0, isLast ? -m_rightEdge : -cellInset, 0);
  const QString text = index.data(Qt::DisplayRole).toString();
  painter->save();
  const QFont font = selected ? themeFont(typeSize::body, QFont::Medium) : option.font;
  painter->setFont(font);
  painter->setPen(themeColor(role, option.palette));
  painter->drawText(
      rect, alignment,
      QFontMetrics(font).elidedText(text, isName ? Qt::ElideMiddle : Qt::ElideRight, rect.width()));
  painter->restore();
}

bool RowDelegate::isLastShown(const QModelIndex& index) const {
  if (m_columns == nullptr) {
    return index.column() == index.model()->columnCount(index.parent()) - 1;
  }
  for (int visual = m_columns->count() - 1; visual >= 0; --visual) {
    const int column = m_columns->logicalIndex(visual);
    if (!m_columns->isSectionHidden(column)) {
      return column == index.column();
    }
  }
  return false;
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const int width = option.fontMetrics.horizontalAdvance(index.data(Qt::DisplayRole).toString());
  return {width + 2 * cellInset, metric::rowHeight};
}

} // namespace assay
