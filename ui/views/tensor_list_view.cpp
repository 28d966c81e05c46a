#include "ui/views/tensor_list_view.h"

#include "ui/models/tensor_columns.h"
#include "ui/views/plain_header.h"
#include "ui/views/theme.h"

#include <QHeaderView>
#include <QMenu>

namespace assay {

TensorListView::TensorListView(QWidget* parent) : QTableView(parent) {
  setFrameShape(QFrame::NoFrame);
  setShowGrid(false);
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::ExtendedSelection);
  setWordWrap(false);
  setTabKeyNavigation(false);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setCornerButtonEnabled(false);
  setAccessibleName(tr("List of tensors"));
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  verticalHeader()->setDefaultSectionSize(metric::rowHeight);
  verticalHeader()->setMinimumSectionSize(metric::rowHeight);
  auto* head = new PlainHeader(this);
  head->setEdgePadding(14, 14);
  setHorizontalHeader(head);
  head->setSectionsClickable(true);
  head->setSortIndicatorShown(true);
  head->setSortIndicatorClearable(true);
  head->setSortIndicator(-1, Qt::AscendingOrder);
  head->setStretchLastSection(false);
  head->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(head, &QWidget::customContextMenuRequested, this, &TensorListView::showHeaderMenu);
}

void TensorListView::initViewItemOption(QStyleOptionViewItem* option) const {
  QTableView::initViewItemOption(option);
  // The delegate paints the selection, rounded; the style's own square one is left out.
  option->palette.setBrush(QPalette::Highlight, Qt::NoBrush);
}

void TensorListView::setUpColumns() {
  for (const TensorColumnFacts& facts : tensorColumns()) {
    const int column = static_cast<int>(facts.column);
    setColumnWidth(column, facts.width);
    setColumnHidden(column, !facts.shownAtFirst);
  }
  horizontalHeader()->setMinimumSectionSize(60);
  horizontalHeader()->setSectionResizeMode(static_cast<int>(TensorColumn::Name),
                                           QHeaderView::Stretch);
}

QMenu* TensorListView::makeColumnMenu(QWidget* parent) {
  auto* menu = new QMenu(parent);
  for (const TensorColumnFacts& facts : tensorColumns()) {
    const int column = static_cast<int>(facts.column);
    QAction* action = menu->addAction(tr(facts.title));
    action->setMenuRole(QAction::NoRole);
    action->setCheckable(true);
    action->setChecked(!isColumnHidden(column));
    action->setEnabled(facts.column != TensorColumn::Name);
    connect(action, &QAction::toggled, this,
            [this, column](bool shown) { setColumnHidden(column, !shown); });
  }
  return menu;
}

void TensorListView::showHeaderMenu(const QPoint& position) {
  QMenu* menu = makeColumnMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->popup(horizontalHeader()->mapToGlobal(position));
}

} // namespace assay
