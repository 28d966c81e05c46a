#include "ui/views/settings_dialog.h"

#include "ui/models/recent_model.h"
#include "ui/views/app_settings.h"
#include "ui/views/appearance.h"
#include "ui/views/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace assay {

SettingsDialog::SettingsDialog(RecentModel* recent, QWidget* parent) : QDialog(parent) {
  setWindowTitle(tr("Settings"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(metric::pageMargin, 24, metric::pageMargin, 20);
  layout->setSpacing(20);
  auto* form = new QFormLayout;
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(12);
  form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
  form->addRow(tr("Sizes in"), makeUnits());
  form->addRow(tr("Show loss for"), makeTargets());
  addAppearanceChoice(*form);
  auto* clear = new QPushButton(tr("Clear Recent"));
  clear->setAutoDefault(false);
  clear->setEnabled(recent->rowCount() > 0);
  connect(clear, &QPushButton::clicked, recent, [recent, clear] {
    recent->clear();
    clear->setEnabled(false);
  });
  form->addRow(tr("Recent list"), clear);
  layout->addLayout(form);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
  setMinimumWidth(420);
}

QComboBox* SettingsDialog::makeUnits() {
  auto* units = new QComboBox;
  units->addItem(tr("kB, MB, GB (powers of 1,000)"));
  units->addItem(tr("KiB, MiB, GiB (powers of 1,024)"));
  units->setCurrentIndex(static_cast<int>(settings::sizeUnits()));
  connect(units, &QComboBox::activated, this, [this](int index) {
    settings::setSizeUnits(static_cast<display::SizeUnits>(index));
    Q_EMIT sizeUnitsChanged();
  });
  return units;
}

QComboBox* SettingsDialog::makeTargets() {
  auto* targets = new QComboBox;
  for (const Dtype target : {Dtype::F16, Dtype::BF16, Dtype::F8_E4M3, Dtype::F8_E5M2}) {
    const std::string_view name = dtypeName(target);
    targets->addItem(QString::fromUtf8(name.data(), qsizetype(name.size())),
                     static_cast<int>(target));
  }
  targets->setCurrentIndex(targets->findData(static_cast<int>(settings::defaultTarget())));
  targets->setToolTip(tr("The dtype to which a newly opened checkpoint shows its loss"));
  connect(targets, &QComboBox::activated, this, [targets](int index) {
    settings::setDefaultTarget(static_cast<Dtype>(targets->itemData(index).toInt()));
  });
  return targets;
}

} // namespace assay
