#include "ui/views/about.h"

#include "core/checkpoint/reference_verdict.h"
#include "ui/views/main_window.h"
#include "ui/views/themed_label.h"
#include "ui/views/widget_tools.h"
#include "ui/views/window_actions.h"

#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QPainter>
#include <QSvgRenderer>
#include <QVBoxLayout>

namespace assay {

namespace {

/// The program's icon, drawn from its SVG at the size and pixel ratio of the screen.
class AppIcon : public QWidget {
 public:
  AppIcon() : m_drawing(QStringLiteral(":/icon/assay.svg")) {
    setFixedSize(72, 72);
    setAccessibleName(QStringLiteral("Assay"));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    m_drawing.render(&painter, rect());
  }

 private:
  QSvgRenderer m_drawing;
};

QDialog* makeDialog(QWidget* parent, const QString& title) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  auto* layout = column(dialog, 8);
  layout->setContentsMargins(metric::pageMargin, 24, metric::pageMargin, 20);
  dialog->setMinimumWidth(360);
  return dialog;
}

void finishDialog(QDialog* dialog) {
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  static_cast<QVBoxLayout*>(dialog->layout())->addSpacing(12);
  dialog->layout()->addWidget(buttons);
  dialog->show();
}

} // namespace

void showAboutDialog(QWidget* parent) {
  QDialog* dialog = makeDialog(parent, QObject::tr("About Assay"));
  auto* layout = static_cast<QVBoxLayout*>(dialog->layout());
  layout->addWidget(new AppIcon, 0, Qt::AlignHCenter);
  layout->addWidget((new ThemedLabel(QStringLiteral("Assay")))->withType(20, QFont::DemiBold), 0,
                    Qt::AlignHCenter);
  const auto line = [layout](const QString& text) {
    auto* label = (new ThemedLabel(text))->withRole(ThemeRole::Secondary)->wrapped();
    label->setAlignment(Qt::AlignHCenter);
    layout->addWidget(label);
  };
  line(QObject::tr("Version %1, with Qt %2")
           .arg(QApplication::applicationVersion(), QString::fromLatin1(qVersion())));
  line(QObject::tr("Looks into checkpoints of model weights. Reads the rules of safetensors %1.")
           .arg(QString::fromUtf8(referenceVersion.data(), qsizetype(referenceVersion.size()))));
  line(QObject::tr("Free software under the GNU General Public License, version 3."));
  finishDialog(dialog);
}

void showShortcutsDialog(QWidget* parent) {
  QDialog* dialog = makeDialog(parent, QObject::tr("Keyboard Shortcuts"));
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(32);
  grid->setVerticalSpacing(6);
  int line = 0;
  if (const auto* window = qobject_cast<MainWindow*>(parent)) {
    // From the actions themselves, so that the list is never wrong.
    for (const QAction* action : window->actions()->findChildren<QAction*>()) {
      if (action->shortcut().isEmpty()) {
        continue;
      }
      grid->addWidget(new ThemedLabel(action->text()), line, 0);
      grid->addWidget((new ThemedLabel(action->shortcut().toString(QKeySequence::NativeText)))
                          ->withRole(ThemeRole::Secondary),
                      line++, 1);
    }
  }
  static_cast<QVBoxLayout*>(dialog->layout())->addLayout(grid);
  finishDialog(dialog);
}

} // namespace assay
