#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/checkpoint/checkpoint.h"
#include "ui/models/checkpoint_overview.h"

#include <QObject>
#include <QString>
#include <memory>

namespace assay {

/// A checkpoint with what opening it found out. Immutable.
struct OpenedCheckpoint {
  std::shared_ptr<const Checkpoint> checkpoint{};
  std::shared_ptr<const CheckpointOverview> overview{};
  QString canonicalPath{}; ///< tells whether two names are one checkpoint
  double seconds = 0;      ///< from the request to the parsed header
};

/// Opens one checkpoint on a background thread. Destroying the object stops the work and lets go of
/// it: nothing waits for a disk that hangs. GUI thread only.
class CheckpointOpening : public QObject {
  Q_OBJECT

 public:
  explicit CheckpointOpening(QObject* parent = nullptr);
  ~CheckpointOpening() override;

  /// Starts to open `path`; a work that runs already is given up.
  void start(const QString& path);
  [[nodiscard]] bool isRunning() const { return m_work != nullptr; }
  void stop();

 Q_SIGNALS:
  /// Shards whose headers are read, at most ten times a second.
  void progressed(const assay::Progress& progress);
  void opened(const assay::OpenedCheckpoint& opened);
  void failed(const assay::Error& error);

 private:
  class Work;
  std::shared_ptr<Work> m_work;
};

} // namespace assay
