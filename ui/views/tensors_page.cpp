#include "ui/views/tensors_page.h"

#include "ui/models/display_text.h"
#include "ui/models/outline_model.h"
#include "ui/models/tensor_list_model.h"
#include "ui/views/icon_painter.h"
#include "ui/views/inspector.h"
#include "ui/views/outline_view.h"
#include "ui/views/row_delegate.h"
#include "ui/views/segmented_control.h"
#include "ui/views/tensor_list_view.h"
#include "ui/views/themed_label.h"
#include "ui/views/values_section.h"
#include "ui/views/widget_tools.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

namespace assay {
namespace {

constexpr int outlineWidth = 518;
constexpr std::array outlineWidths{262, 118, 62, 84};

} // namespace

TensorsPage::TensorsPage(QWidget* parent) : QWidget(parent) {
  QVBoxLayout* down = column(this);
  buildBar();
  down->addWidget(m_bar);
  down->addWidget(new Separator(Qt::Horizontal));
  buildViews();
  down->addWidget(m_splitter, 1);
  connectViews();
  showView(View::Outline);
}

TensorsPage::~TensorsPage() = default;

void TensorsPage::buildBar() {
  m_bar = new QWidget;
  m_bar->setFixedHeight(metric::tensorsBarHeight);
  QHBoxLayout* across = row(m_bar, 8);
  across->setContentsMargins(14, 0, 14, 0);
  m_viewChoice = new SegmentedControl({tr("Outline"), tr("List")});
  m_viewChoice->setAccessibleName(tr("View"));
  m_columns = new QToolButton;
  m_columns->setText(tr("Columns"));
  m_columns->setPopupMode(QToolButton::InstantPopup);
  m_columns->setAccessibleName(tr("Columns"));
  m_inspectorButton = new QToolButton;
  m_inspectorButton->setCheckable(true);
  m_inspectorButton->setAccessibleName(tr("Inspector"));
  m_inspectorButton->setFixedSize(30, 27);
  m_inspectorButton->setToolTip(tr("Show or hide the inspector"));
  updateInspectorIcon();
  across->addWidget(m_viewChoice);
  across->addStretch();
  across->addWidget(m_columns);
  across->addWidget(m_inspectorButton);
}

void TensorsPage::updateInspectorIcon() {
  m_inspectorButton->setIcon(glyphIcon(
      Glyph::SidePane,
      themeColor(m_inspectorButton->isChecked() ? ThemeRole::Accent : ThemeRole::Secondary,
                 palette())));
}

void TensorsPage::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {
    updateInspectorIcon();
  }
  QWidget::changeEvent(event);
}

void TensorsPage::buildViews() {
  m_outlineModel = new OutlineModel(this);
  m_outline = new OutlineView;
  m_outline->setModel(m_outlineModel);
  m_outline->setItemDelegate(new RowDelegate(OutlineModel::QuietRole, 4, 14, m_outline));
  m_outline->setAccessibleName(tr("Outline of tensors"));
  for (int i = 0; i < OutlineModel::ColumnCount; ++i) {
    m_outline->header()->resizeSection(i, outlineWidths[static_cast<std::size_t>(i)]);
    m_outline->header()->setSectionResizeMode(
        i, i == OutlineModel::NameColumn ? QHeaderView::Stretch : QHeaderView::Fixed);
  }
  m_listModel = new TensorListModel(this);
  m_list = new TensorListView;
  m_list->setModel(m_listModel);
  m_list->setItemDelegate(new RowDelegate(TensorListModel::QuietRole, 14, 14, m_list));
  m_list->setUpColumns();
  buildNoMatch();
  m_stack = new QStackedWidget;
  m_stack->addWidget(m_outline);
  m_stack->addWidget(m_list);
  m_stack->addWidget(m_noMatch);
  m_inspector = new Inspector;
  m_splitter = new QSplitter(Qt::Horizontal);
  m_splitter->setHandleWidth(1);
  m_splitter->setChildrenCollapsible(false);
  m_splitter->addWidget(m_stack);
  m_splitter->addWidget(m_inspector);
  m_splitter->setStretchFactor(0, 0);
  m_splitter->setStretchFactor(1, 1);
  m_stack->setMinimumWidth(340);
  m_inspector->setMinimumWidth(420);
  m_splitter->setSizes({outlineWidth, 922});
}

void TensorsPage::buildNoMatch() {
  m_noMatch = new QWidget;
  QVBoxLayout* down = column(m_noMatch, 3 * metric::step);
  m_noMatchText = new ThemedLabel;
  m_noMatchText->withRole(ThemeRole::Secondary)->wrapped();
  m_noMatchText->setAlignment(Qt::AlignCenter);
  auto* clear = new QPushButton(tr("Clear Filter"));
  down->addStretch();
  down->addWidget(m_noMatchText);
  down->addWidget(clear, 0, Qt::AlignHCenter);
  down->addStretch();
  connect(clear, &QPushButton::clicked, this, &TensorsPage::clearFilterRequested);
}

void TensorsPage::connectViews() {
  connect(m_viewChoice, &SegmentedControl::chosen, this,
          [this](int index) { showView(static_cast<View>(index)); });
  connect(m_inspectorButton, &QToolButton::clicked, this, &TensorsPage::setInspectorShown);
  m_columns->setMenu(new QMenu(m_columns));
  connect(m_columns->menu(), &QMenu::aboutToShow, this, [this] {
    // Made anew: the header's own menu changes the same columns.
    m_columns->menu()->clear();
    QMenu* made = m_list->makeColumnMenu(m_columns->menu());
    m_columns->menu()->addActions(made->actions());
  });
  connect(m_list->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
          [this](int column) { sortBy(column); });
  for (QAbstractItemView* view :
       {static_cast<QAbstractItemView*>(m_outline), static_cast<QAbstractItemView*>(m_list)}) {
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    view->installEventFilter(this);
    connect(view, &QWidget::customContextMenuRequested, this,
            [this, view](const QPoint& at) { showContextMenu(view, at); });
    connect(view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { showSelection(); });
  }
}

QAbstractItemView* TensorsPage::currentView() const {
  return m_view == View::Outline ? static_cast<QAbstractItemView*>(m_outline) : m_list;
}

void TensorsPage::showView(View view) {
  m_view = view;
  m_viewChoice->setCurrent(static_cast<int>(view));
  m_columns->setVisible(view == View::List);
  if (m_stack->currentWidget() != m_noMatch) {
    m_stack->setCurrentWidget(currentView());
  }
  setInspectorShown(m_inspectorShown[static_cast<std::size_t>(view)]);
  restoreSelection();
  Q_EMIT viewChanged();
}

void TensorsPage::setInspectorShown(bool shown) {
  m_inspectorShown[static_cast<std::size_t>(m_view)] = shown;
  m_inspectorButton->setChecked(shown);
  updateInspectorIcon();
  m_inspector->setVisible(shown);
  Q_EMIT viewChanged();
}

bool TensorsPage::isInspectorShown() const {
  return m_inspectorShown[static_cast<std::size_t>(m_view)];
}

void TensorsPage::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint) {
  m_rowsJob.stop();
  m_checkpoint = std::move(checkpoint);
  m_selected.reset();
  m_inspector->showNothing();
  m_outlineModel->setTree(m_checkpoint, nullptr);
  m_listModel->setCheckpoint(m_checkpoint);
  if (m_checkpoint) {
    recompute();
  }
}

void TensorsPage::setFilterText(const QString& text) {
  m_filterText = text.trimmed();
  TensorFilter filter(text);
  if (filter == m_request.filter) {
    return;
  }
  m_request.filter = std::move(filter);
  if (m_checkpoint) {
    recompute();
  }
}

void TensorsPage::sortBy(int column) {
  m_request.sortBy.reset();
  if (column >= 0) {
    m_request.sortBy = static_cast<TensorColumn>(column);
  }
  m_request.descending = m_list->horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder;
  if (m_checkpoint) {
    recompute();
  }
}

void TensorsPage::recompute() {
  m_rowsJob.start(
      [checkpoint = m_checkpoint, request = m_request](const StopToken& stop) {
        return computeTensorRows(*checkpoint, request, stop);
      },
      [this](const TensorRows& rows) { showRows(rows); });
}

void TensorsPage::showRows(const TensorRows& rows) {
  if (!rows.order) {
    return;
  }
  const bool nothing = rows.order->empty() && rows.filtered;
  const QSignalBlocker quietOutline(m_outline->selectionModel());
  const QSignalBlocker quietList(m_list->selectionModel());
  m_outlineModel->setTree(m_checkpoint, rows.tree);
  m_listModel->setOrder(rows.order);
  if (nothing) {
    m_noMatchText->setText(
        tr("No tensor matches “%1”").arg(display::oneLine(m_filterText.toStdString())));
  }
  m_stack->setCurrentWidget(nothing ? m_noMatch : currentView());
  constexpr std::size_t fewTensors = 400; // what a filter leaves is shown whole where it is little
  if (rows.filtered && rows.order->size() <= fewTensors) {
    m_outline->expandEverything();
  } else {
    openFirstGroups();
  }
  if (m_wanted) {
    selectTensor(*std::exchange(m_wanted, std::nullopt));
  } else if (!m_wantedGroup.isEmpty()) {
    selectGroup(std::exchange(m_wantedGroup, {}));
  } else {
    restoreSelection();
  }
  Q_EMIT rowsShown();
}

void TensorsPage::openFirstGroups() {
  // The first groups, as far as they lead to little: a reader sees the model's plan at once.
  constexpr int mostRows = 64;
  QModelIndex index;
  while (m_outlineModel->rowCount(index) > 0 && m_outlineModel->rowCount(index) <= mostRows) {
    QModelIndex next;
    for (int row = 0; row < m_outlineModel->rowCount(index); ++row) {
      const QModelIndex child = m_outlineModel->index(row, 0, index);
      if (m_outlineModel->hasChildren(child)) {
        next = child;
        break;
      }
    }
    if (!next.isValid()) {
      break;
    }
    m_outline->expand(next);
    index = next;
  }
}

void TensorsPage::selectTensor(TensorId id) {
  if (!m_outlineModel->tree()) {
    m_wanted = id;
    return;
  }
  m_selected = id;
  restoreSelection();
  showSelection();
}

void TensorsPage::selectGroup(const QString& dottedPath) {
  if (!m_outlineModel->tree()) {
    m_wantedGroup = dottedPath;
    return;
  }
  showView(View::Outline);
  if (const auto node = m_outlineModel->tree()->findGroup(dottedPath.toStdString())) {
    const QModelIndex index = m_outlineModel->indexOf(*node);
    m_outline->setCurrentIndex(index);
    m_outline->expand(index);
    m_outline->scrollTo(index, QAbstractItemView::PositionAtTop);
  }
}

void TensorsPage::restoreSelection() {
  if (!m_selected || !m_outlineModel->tree()) {
    return;
  }
  QModelIndex index;
  if (m_view == View::Outline) {
    if (const auto node = m_outlineModel->tree()->find(*m_selected)) {
      index = m_outlineModel->indexOf(*node);
    }
  } else if (const int row = m_listModel->rowOf(*m_selected); row >= 0) {
    index = m_listModel->index(row, 0);
  }
  if (index.isValid()) {
    currentView()->setCurrentIndex(index);
    currentView()->scrollTo(index);
  }
}

void TensorsPage::showSelection() {
  const QModelIndex index = currentView()->currentIndex();
  if (!index.isValid() || !m_checkpoint) {
    return;
  }
  if (m_view == View::Outline && !m_outlineModel->tensorOf(index)) {
    m_selected.reset();
    m_inspector->showGroup(m_checkpoint, *m_outlineModel->tree(), m_outlineModel->nodeOf(index));
    return;
  }
  const TensorId id = m_view == View::Outline ? *m_outlineModel->tensorOf(index)
                                              : m_listModel->tensorAt(index.row());
  m_selected = id;
  if (m_inspector->tensor() != std::optional(id)) {
    m_inspector->showTensor(m_checkpoint, id);
  }
}

} // namespace assay
