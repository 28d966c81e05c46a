#include "ui/jobs/checkpoint_opening.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <QTimer>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace assay {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto reportEvery = std::chrono::milliseconds(100);

} // namespace

/// Shared by the GUI thread and the thread that reads; whoever lets go last destroys it.
struct CheckpointOpening::Work final : ProgressSink {
  std::filesystem::path path;
  StopSource stop;
  Clock::time_point started = Clock::now();
  double seconds = 0;
  std::optional<Result<std::shared_ptr<const Checkpoint>>> result;

  std::mutex mutex;
  QPointer<CheckpointOpening> receiver; ///< touched on the GUI thread only
  Clock::time_point lastReport{};
  std::weak_ptr<Work> self;

  void report(const Progress& progress) override {
    {
      const std::lock_guard lock(mutex);
      if (Clock::now() - lastReport < reportEvery) {
        return;
      }
      lastReport = Clock::now();
    }
    if (auto* application = QCoreApplication::instance()) {
      QMetaObject::invokeMethod(
          application,
          [work = self.lock(), progress] {
            if (work && work->receiver && work->receiver->m_work == work) {
              Q_EMIT work->receiver->progressed(progress);
            }
          },
          Qt::QueuedConnection);
    }
  }
};

CheckpointOpening::CheckpointOpening(QObject* parent) : QObject(parent) {}

CheckpointOpening::~CheckpointOpening() {
  stop();
}

void CheckpointOpening::stop() {
  if (m_work) {
    m_work->stop.requestStop();
    m_work.reset();
  }
}

void CheckpointOpening::start(const QString& path) {
  stop();
  auto work = std::make_shared<Work>();
  work->path = std::filesystem::path(path.toStdU16String());
  work->receiver = this;
  work->self = work;
  m_work = work;
  // A thread of its own, let go at once: the pool's threads are waited for at exit, and one that
  // hangs in a dead network file system would keep the program from ending.
  std::thread([work] {
    work->result = openCheckpoint(work->path, work->stop.token(), *work);
    work->seconds = std::chrono::duration<double>(Clock::now() - work->started).count();
    if (auto* application = QCoreApplication::instance()) {
      QMetaObject::invokeMethod(
          application,
          [work] {
            if (work->receiver) {
              work->receiver->finish(work);
            }
          },
          Qt::QueuedConnection);
    }
  }).detach();
}

void CheckpointOpening::finish(const std::shared_ptr<Work>& work) {
  if (m_work != work) {
    return;
  }
  m_work.reset();
  if (*work->result) {
    Q_EMIT opened(**work->result, work->seconds);
  } else {
    Q_EMIT failed(work->result->error());
  }
}

} // namespace assay
