#pragma once

#include "core/checkpoint/checkpoint.h"

#include <QObject>
#include <QTimer>
#include <memory>

class QFileSystemWatcher;

namespace assay {

/// Tells when a file of a checkpoint is no longer as it was when it was opened. Local files are
/// watched by the system; all are looked at again on demand. Never blocks the GUI thread.
class ChangeWatch : public QObject {
  Q_OBJECT

 public:
  explicit ChangeWatch(QObject* parent = nullptr);
  ~ChangeWatch() override;

  /// Watches another checkpoint's files; null watches nothing.
  void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);

  /// Looks at all files in the background, such as when the window is activated.
  void check();

 Q_SIGNALS:
  void changed();

 private:
  std::shared_ptr<const Checkpoint> m_checkpoint;
  std::unique_ptr<QFileSystemWatcher> m_watcher;
  QTimer m_settle;
  bool m_checking = false;
  bool m_reported = false;
};

} // namespace assay
