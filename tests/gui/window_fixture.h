#pragma once

#include "ui/views/main_window.h"

#include <QList>
#include <QTemporaryDir>
#include <QUrl>

namespace assay {
class ApplicationController;
}

namespace assay::test {

/// Keeps the program's settings out of the user's: in a folder that goes with this object.
class SettingsInMemory {
 public:
  SettingsInMemory();
  /// Forgets everything.
  void clear();

 private:
  QTemporaryDir m_folder;
};

/// Waits until a window is in a state; false after some seconds.
[[nodiscard]] bool waitFor(MainWindow* window, MainWindow::State state);

/// Waits for the controller's first window to show its checkpoint; null where it does not.
[[nodiscard]] MainWindow* openWindow(ApplicationController& controller);

/// Drags addresses onto a widget and lets go; false where it does not take them.
bool dropOn(QWidget* widget, const QList<QUrl>& urls);

} // namespace assay::test
