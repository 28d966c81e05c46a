#include "ui/views/appearance.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QGuiApplication>
#include <QSettings>
#include <QStyleHints>

namespace assay {

namespace {

const QString schemeKey = QStringLiteral("display/colorScheme");

Qt::ColorScheme remembered() {
  return static_cast<Qt::ColorScheme>(QSettings().value(schemeKey, 0).toInt());
}

} // namespace

void applyAppearance() {
  QGuiApplication::styleHints()->setColorScheme(remembered());
}

void addAppearanceChoice(QFormLayout& form) {
  const auto text = [](const char* source) {
    return QCoreApplication::translate("Appearance", source);
  };
  auto* choice = new QComboBox;
  choice->addItem(text("As the system"), int(Qt::ColorScheme::Unknown));
  choice->addItem(text("Light"), int(Qt::ColorScheme::Light));
  choice->addItem(text("Dark"), int(Qt::ColorScheme::Dark));
  choice->setCurrentIndex(choice->findData(int(remembered())));
  QObject::connect(choice, &QComboBox::activated, choice, [choice] {
    QSettings().setValue(schemeKey, choice->currentData());
    applyAppearance();
  });
  form.addRow(text("Appearance"), choice);
}

} // namespace assay
