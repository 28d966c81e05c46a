#include "ui/views/tensors_page.h"

#include "ui/models/display_text.h"
#include "ui/models/outline_model.h"
#include "ui/models/tensor_list_model.h"
#include "ui/views/icon_painter.h"
#include "ui/views/inspector.h"
#include "ui/views/outline_view.h"
#include "ui/views/popup_button.h"
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
constexpr std::array outlineWidths{262, 118, 62, 76};

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
  m_columns = new PopupButton(tr("Columns"));
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
  m_outline->setItemDelegate(new RowDelegate(OutlineModel::QuietRole, 10, 12, m_outline));
  m_outline->setAccessibleName(tr("Outline of tensors"));
  for (int i = 0; i < OutlineModel::ColumnCount; ++i) {
    m_outline->header()->resizeSection(i, outlineWidths[static_cast<std::size_t>(i)]);
    m_outline->header()->setSectionResizeMode(
        i, i == OutlineModel::NameColumn ? QHeaderView::Stretch : QHeaderView::Fixed);
  }
  m_listModel = new TensorListModel(this);
  m_list = new TensorListView;
  m_list->setModel(m_listModel);
  auto* cells = new RowDelegate(TensorListModel::QuietRole, 14, 14, m_list);
  cells->paintSelectionOf(m_list->horizontalHeader());
  m_list->setItemDelegate(cells);
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
  connect(m_outline, &QTreeView::expanded, this,
          [this](const QModelIndex& group) { noteOpened(group, true); });
  connect(m_outline, &QTreeView::collapsed, this,
          [this](const QModelIndex& group) { noteOpened(group, false); });
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
