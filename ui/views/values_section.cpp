#include "ui/views/values_section.h"

#include "ui/models/display_text.h"
#include "ui/views/themed_label.h"
#include "ui/views/widget_tools.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

namespace assay {

ValuesSection::ValuesSection(QWidget* parent) : QWidget(parent) {
  QVBoxLayout* down = column(this, 2 * metric::step);
  QHBoxLayout* across = row(nullptr, 10);
  auto* title = new ThemedLabel(tr("Values"));
  title->withType(typeSize::sectionTitle, QFont::DemiBold);
  m_caption = new ThemedLabel(tr("rows down, columns across"));
  m_caption->withRole(ThemeRole::Secondary)->withType(typeSize::caption);
  m_slice = new QWidget;
  m_slice->setLayout(row(nullptr, metric::step));
  m_swap = new QCheckBox(tr("Swap nibbles"));
  m_swap->setToolTip(
      tr("Take the high half of each byte as the first element. PyTorch and ONNX put "
         "it into the low half; some early writers did the opposite."));
  auto* label = new ThemedLabel(tr("Go to"));
  label->withRole(ThemeRole::Secondary)->withType(typeSize::caption);
  m_goTo = new QLineEdit;
  m_goTo->setFixedWidth(110);
  m_goTo->setAccessibleName(tr("Go to row, column"));
  m_goTo->setToolTip(
      tr("Row and column such as 312, 1044; a position on every axis; or one index"));
  label->setBuddy(m_goTo);
  across->addWidget(title);
  across->addWidget(m_caption);
  across->addWidget(m_slice);
  across->addStretch();
  across->addWidget(m_swap);
  across->addWidget(label);
  across->addWidget(m_goTo);
  m_note = new ThemedLabel;
  m_note->withRole(ThemeRole::Secondary)->withType(typeSize::caption)->wrapped();
  m_grid = new ValuesGrid;
  down->addLayout(across);
  down->addWidget(m_note);
  down->addWidget(m_grid, 1);
  connect(m_goTo, &QLineEdit::returnPressed, this, &ValuesSection::goToText);
  connect(m_grid, &ValuesGrid::leadingChanged, this, &ValuesSection::updateSlice);
  connect(m_swap, &QCheckBox::toggled, this, [this](bool on) {
    m_grid->setNibbleOrder(on ? NibbleOrder::HighFirst : NibbleOrder::LowFirst);
  });
}

void ValuesSection::clear() {
  m_grid->clear();
}

void ValuesSection::setTensor(const std::shared_ptr<const Checkpoint>& checkpoint,
                              TensorId tensor) {
  const TensorInfo info = checkpoint->table()[tensor];
  m_swap->setVisible(info.dtype == Dtype::F4);
  m_swap->setChecked(false);
  m_goTo->clear();
  m_grid->setTensor(checkpoint, tensor);
  const ValuesMatrix& matrix = m_grid->matrix();
  m_caption->setText(matrix.isWrapped() ? tr("in rows of %1").arg(matrix.columns())
                                        : tr("rows down, columns across"));
  updateNote(info);
  buildSlice();
}

void ValuesSection::updateNote(const TensorInfo& info) {
  QStringList notes;
  const ValuesLayout& layout = m_grid->matrix().layout();
  if (layout.asBytes) {
    notes.append(tr("Bytes are shown instead of values: Assay does not know the dtype %1.")
                     .arg(display::oneLine(info.dtypeText)));
  }
  if (hasAssumedOrder(layout.dtype)) {
    notes.append(
        tr("The order of 6-bit elements within bytes is assumed: no specification says it."));
  }
  if (layout.available < layout.elements) {
    notes.append(tr("%1 of %2 elements are in the file.")
                     .arg(display::count(layout.available), display::count(layout.elements)));
  }
  m_note->setText(notes.join(QLatin1Char(' ')));
  m_note->setVisible(!notes.isEmpty());
}

void ValuesSection::buildSlice() {
  clearLayout(m_slice->layout());
  const ValuesMatrix& matrix = m_grid->matrix();
  m_slice->setVisible(matrix.leadingAxes() > 0);
  if (matrix.leadingAxes() == 0) {
    return;
  }
  auto* label = new ThemedLabel(tr("Slice"));
  label->withRole(ThemeRole::Secondary)->withType(typeSize::caption);
  m_slice->layout()->addWidget(label);
  // A hostile shape has a thousand axes: more boxes than these would push all else away.
  constexpr std::size_t mostBoxes = 6;
  for (std::size_t axis = 0; axis < std::min(matrix.leadingAxes(), mostBoxes); ++axis) {
    auto* box = new QSpinBox;
    const std::uint64_t last = std::max<std::uint64_t>(matrix.leadingExtent(axis), 1) - 1;
    box->setMaximum(
        static_cast<int>(std::min<std::uint64_t>(last, std::numeric_limits<int>::max())));
    box->setValue(static_cast<int>(matrix.leading(axis)));
    box->setAccessibleName(tr("Position on axis %1").arg(axis));
    box->setToolTip(tr("Axis %1 of %2: 0 to %3")
                        .arg(axis)
                        .arg(matrix.layout().shape.size())
                        .arg(display::count(last)));
    connect(box, qOverload<int>(&QSpinBox::valueChanged), this, [this, axis](int position) {
      m_grid->setLeading(axis, static_cast<std::uint64_t>(position));
    });
    m_slice->layout()->addWidget(box);
  }
}

void ValuesSection::updateSlice() {
  std::size_t axis = 0;
  for (QSpinBox* box : m_slice->findChildren<QSpinBox*>()) {
    if (!box->isHidden() && axis < m_grid->matrix().leadingAxes()) {
      const QSignalBlocker quiet(box);
      box->setValue(static_cast<int>(m_grid->matrix().leading(axis)));
      ++axis;
    }
  }
}

void ValuesSection::focusGoTo() {
  m_goTo->setFocus(Qt::ShortcutFocusReason);
  m_goTo->selectAll();
}

void ValuesSection::goToElement(std::uint64_t element) {
  if (element < m_grid->matrix().layout().elements) {
    m_grid->goTo(m_grid->matrix().placeOf(element));
    m_grid->setFocus(Qt::OtherFocusReason);
  }
}

void ValuesSection::goToText() {
  if (const auto place = m_grid->matrix().parsePlace(m_goTo->text())) {
    m_grid->goTo(*place);
    m_grid->setFocus(Qt::OtherFocusReason);
  } else {
    m_goTo->selectAll(); // what is wrong stays to be mended
  }
}

} // namespace assay
