#include "ui/views/inspector.h"

#include "ui/models/display_text.h"
#include "ui/models/outline_text.h"
#include "ui/views/fact_list.h"
#include "ui/views/tensor_name_label.h"
#include "ui/views/themed_label.h"
#include "ui/views/values_section.h"
#include "ui/views/widget_tools.h"

#include <QVBoxLayout>
#include <algorithm>

namespace assay {
namespace {

constexpr int sideMargin = 24;

QString stateText(const Checkpoint& checkpoint, const TensorInfo& info) {
  switch (info.state) {
  case TensorState::Present:
    return {};
  case TensorState::Partial:
    return Inspector::tr("The file ends inside this tensor.");
  case TensorState::BeyondEnd:
    return Inspector::tr("The file ends before this tensor begins.");
  case TensorState::Missing:
    return Inspector::tr("Its shard %1 is missing or cannot be read.")
        .arg(display::oneLine(checkpoint.shard(info.shard).fileName));
  case TensorState::AbsentFromShard:
    return Inspector::tr("The index names %1 for it, but that file does not have it.")
        .arg(display::oneLine(checkpoint.shard(info.shard).fileName));
  case TensorState::NotInIndex:
    return Inspector::tr("The index does not name it: loaders that follow the index skip it.");
  }
  return {};
}

QString shardText(const Checkpoint& checkpoint, ShardId shard) {
  const std::size_t shards = checkpoint.shards().size();
  return shards == 1 ? Inspector::tr("1 of 1")
                     : Inspector::tr("%1 of %2").arg(shard.value + 1).arg(shards);
}

QList<FactList::Fact> factsOf(const Checkpoint& checkpoint, const TensorInfo& info) {
  const QString none = display::notApplicable();
  const auto elements = info.elements();
  const auto known = [&](const QString& text) { return info.described ? text : none; };
  return {{Inspector::tr("Dtype"), known(display::oneLine(info.dtypeText)),
           Inspector::tr("How one element is stored")},
          {Inspector::tr("Shape"), known(display::shape(info.shape)),
           Inspector::tr("Elements along each axis")},
          {Inspector::tr("Parameters"), known(elements ? display::count(*elements) : none),
           Inspector::tr("Stored elements: the product of the shape")},
          {Inspector::tr("Size"), known(display::size(info.dataOffsets.size())),
           display::exactBytes(info.dataOffsets.size())},
          {Inspector::tr("Data offsets"),
           known(QStringLiteral("[%1, %2)")
                     .arg(display::count(info.dataOffsets.begin),
                          display::count(info.dataOffsets.end))),
           Inspector::tr("Begin and end within the data of its file, as in the header")},
          {Inspector::tr("File offset"), known(display::count(info.fileRange.begin)),
           Inspector::tr("Position of its first byte in the file")},
          {Inspector::tr("Shard"), shardText(checkpoint, info.shard),
           display::oneLine(checkpoint.shard(info.shard).fileName).toHtmlEscaped()}};
}

/// The last two parts of a name are what the tensor is called.
qsizetype strongPartBegin(const QString& name) {
  const qsizetype last = name.lastIndexOf(QLatin1Char('.'));
  return last <= 0 ? 0 : name.lastIndexOf(QLatin1Char('.'), last - 1) + 1;
}

} // namespace

Inspector::Inspector(QWidget* parent) : QScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setBackgroundRole(QPalette::Base);
  auto* page = new QWidget;
  page->setBackgroundRole(QPalette::Base);
  QVBoxLayout* all = column(page);
  m_nothing = new ThemedLabel(tr("Select a tensor."));
  m_nothing->withRole(ThemeRole::Secondary);
  m_nothing->setAlignment(Qt::AlignCenter);
  all->addWidget(m_nothing, 1);
  m_content = new QWidget;
  QVBoxLayout* down = column(m_content, 3 * metric::step);
  down->setContentsMargins(sideMargin, 14, sideMargin, metric::step);
  m_name = new TensorNameLabel;
  m_facts = new FactList;
  m_state = new ThemedLabel;
  m_state->withRole(ThemeRole::Warning)->wrapped();
  m_values = new ValuesSection;
  m_valuesLine = new Separator(Qt::Horizontal);
  down->addWidget(m_name);
  down->addWidget(m_facts);
  down->addWidget(m_state);
  down->addWidget(m_valuesLine);
  down->addWidget(m_values, 1);
  down->addStretch();
  all->addWidget(m_content, 1);
  setWidget(page);
  setAccessibleName(tr("Inspector"));
  showNothing();
}

void Inspector::showNothing() {
  m_tensor.reset();
  m_values->clear();
  m_content->hide();
  m_nothing->show();
}

void Inspector::showTensor(const std::shared_ptr<const Checkpoint>& checkpoint, TensorId tensor) {
  m_tensor = tensor;
  const TensorInfo info = checkpoint->table()[tensor];
  const QString name = display::oneLine(info.name);
  const qsizetype strong = strongPartBegin(name);
  m_name->setName(name.left(strong), name.mid(strong));
  m_facts->setFacts(factsOf(*checkpoint, info));
  const QString state = stateText(*checkpoint, info);
  m_state->setText(state);
  m_state->setVisible(!state.isEmpty());
  m_values->setTensor(checkpoint, tensor);
  m_values->show();
  m_valuesLine->show();
  m_nothing->hide();
  m_content->show();
}

void Inspector::showGroup(const std::shared_ptr<const Checkpoint>& checkpoint, const NameTree& tree,
                          NameTree::Node node) {
  m_tensor.reset();
  const QString path = outlinePathText(tree, node);
  const qsizetype strong = path.lastIndexOf(QLatin1Char('.')) + 1;
  m_name->setName(path.left(strong), path.mid(strong));
  const NameTree::Sums& sums = tree.sums(node);
  const std::uint64_t all = checkpoint->totals().dataBytes;
  m_facts->setFacts({{tr("Tensors"), display::count(sums.tensors), {}},
                     {tr("Parameters"), display::count(sums.elements),
                      tr("Stored elements: the sum over the group's tensors")},
                     {tr("Size"), display::size(sums.bytes), display::exactBytes(sums.bytes)},
                     {tr("Share of all data"), display::percent(sums.bytes, all), {}}});
  m_state->hide();
  m_values->clear();
  m_values->hide();
  m_valuesLine->hide();
  m_nothing->hide();
  m_content->show();
}

void Inspector::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  m_content->setMaximumWidth(viewport()->width());
}

} // namespace assay
