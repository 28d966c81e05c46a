#pragma once

#include <QDialog>

class QComboBox;

namespace assay {

class RecentModel;

/// The settings, in one pane; each takes effect at once.
class SettingsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit SettingsDialog(RecentModel* recent, QWidget* parent = nullptr);

 Q_SIGNALS:
  /// Texts with sizes are to be made anew.
  void sizeUnitsChanged();

 private:
  QComboBox* makeUnits();
  QComboBox* makeTargets();
};

} // namespace assay
