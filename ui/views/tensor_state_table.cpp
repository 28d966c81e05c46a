#include "ui/views/tensor_state_table.h"

#include "ui/models/display_text.h"
#include "ui/views/plain_header.h"
#include "ui/views/row_tree_view.h"
#include "ui/views/segmented_control.h"
#include "ui/views/tensor_state_delegate.h"
#include "ui/views/themed_label.h"
#include "ui/views/widget_tools.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>

namespace assay {

namespace {

constexpr int rowsAboveDamage = 5;
constexpr std::array columnWidths{0, 130, 96, 136, 132};
// In a small window the name needs the room more.
constexpr std::array narrowWidths{0, 108, 78, 118, 116};
constexpr int narrowBelow = 700;

} // namespace

TensorStateTable::TensorStateTable(QWidget* parent)
    : QWidget(parent), m_model(new TensorStateModel(this)),
      m_filter(new SegmentedControl({tr("All"), tr("Complete"), tr("Cut off"), tr("Missing")})),
      m_view(new RowTreeView) {
  auto* layout = column(this);
  auto* head = row(nullptr);
  head->addWidget(
      (new ThemedLabel(tr("Tensors")))->withType(typeSize::sectionTitle, QFont::DemiBold));
  head->addStretch();
  head->addWidget(m_filter);
  layout->addLayout(head);
  layout->addSpacing(6);
  m_filter->setTextSize(typeSize::caption);
  buildView();
  layout->addWidget(m_view, 1);
  connect(m_filter, &SegmentedControl::chosen, this, [this](int index) {
    m_model->setShow(static_cast<TensorStateModel::Show>(index));
    m_view->scrollToTop();
  });
}

void TensorStateTable::buildView() {
  m_view->setModel(m_model);
  m_view->setRawRole(TensorStateModel::SortRole);
  m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
  m_view->setItemDelegate(new TensorStateDelegate(m_view));
  m_view->setRootIsDecorated(false);
  m_view->setItemsExpandable(false);
  m_view->setAllColumnsShowFocus(true);
  m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_view->setMinimumHeight(180);
  m_view->setAccessibleName(tr("Tensors and how much of each is in the file"));
  auto* header = new PlainHeader(m_view);
  header->setEdgePadding(10, 28);
  m_view->setHeader(header);
  header->setStretchLastSection(false);
  header->setSectionResizeMode(TensorStateModel::NameColumn, QHeaderView::Stretch);
  for (int i = 1; i < TensorStateModel::ColumnCount; ++i) {
    header->setSectionResizeMode(i, QHeaderView::Fixed);
  }
  sizeColumns();
  connect(m_view, &QTreeView::activated, this, [this](const QModelIndex& index) {
    Q_EMIT tensorActivated(m_model->tensorAt(index.row()));
  });
}

void TensorStateTable::sizeColumns() {
  const bool narrow = width() < narrowBelow;
  for (std::size_t i = 1; i < columnWidths.size(); ++i) {
    m_view->header()->resizeSection(static_cast<int>(i),
                                    narrow ? narrowWidths[i] : columnWidths[i]);
  }
}

void TensorStateTable::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  sizeColumns();
}

void TensorStateTable::setCheckpoint(const std::shared_ptr<const Checkpoint>& checkpoint,
                                     const TensorStateModel::Counters& counters) {
  using Show = TensorStateModel::Show;
  m_model->setCheckpoint(checkpoint, counters);
  m_filter->setCurrent(0);
  const std::array names{tr("All"), tr("Complete"), tr("Cut off"), tr("Missing")};
  for (int i = 0; i < m_filter->count(); ++i) {
    const std::uint64_t count = m_model->count(static_cast<Show>(i));
    m_filter->setLabel(
        i, QStringLiteral("%1 %2").arg(names[static_cast<std::size_t>(i)], display::count(count)));
    m_filter->setSegmentEnabled(i, count > 0);
  }
  showFirstDamage();
}

void TensorStateTable::showFirstDamage() {
  for (const auto show : {TensorStateModel::Show::CutOff, TensorStateModel::Show::Missing}) {
    if (m_model->count(show) == 0) {
      continue;
    }
    const int damaged = m_model->rowOf(m_model->nthOf(show, 0));
    m_view->setCurrentIndex(m_model->index(damaged, 0));
    m_view->scrollTo(m_model->index(qMax(0, damaged - rowsAboveDamage), 0),
                     QAbstractItemView::PositionAtTop);
    return;
  }
}

} // namespace assay
