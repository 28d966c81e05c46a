#include "ui/jobs/checkpoint_opening.h"

#include "ui/jobs/background.h"

#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <utility>

namespace assay {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto reportEvery = std::chrono::milliseconds(100);

/// One weights file is known by its true path, a set by its folder, whichever of its files or links
/// was named.
QString identityOf(const Checkpoint& checkpoint, const QString& requested) {
  const auto& shards = checkpoint.shards();
  if (shards.empty()) {
    return QFileInfo(requested).canonicalFilePath();
  }
  const std::string shard = shards.front().path.string();
  const QFileInfo first(QFile::decodeName(QByteArray(shard.data(), qsizetype(shard.size()))));
  return shards.size() > 1 ? QFileInfo(first.path()).canonicalFilePath()
                           : first.canonicalFilePath();
}

} // namespace

/// Shared by the GUI thread and the thread that reads; whoever lets go last destroys it.
class CheckpointOpening::Work final : public ProgressSink,
                                      public std::enable_shared_from_this<Work> {
 public:
  Work(QString path, CheckpointOpening* receiver)
      : m_path(std::move(path)), m_receiver(receiver), m_started(Clock::now()) {}

  void requestStop() { m_stop.requestStop(); }

  void run() {
    const std::filesystem::path path(QFile::encodeName(m_path).toStdString());
    auto result = openCheckpoint(path, m_stop.token(), *this);
    if (!result) {
      background::deliver([self = shared_from_this(), error = result.error()] {
        if (CheckpointOpening* receiver = self->takeReceiver()) {
          Q_EMIT receiver->failed(error);
        }
      });
      return;
    }
    OpenedCheckpoint opened;
    opened.checkpoint = *result;
    opened.overview =
        std::make_shared<const CheckpointOverview>(describeCheckpoint(*opened.checkpoint));
    opened.canonicalPath = identityOf(*opened.checkpoint, m_path);
    opened.seconds = std::chrono::duration<double>(Clock::now() - m_started).count();
    background::deliver([self = shared_from_this(), opened] {
      if (CheckpointOpening* receiver = self->takeReceiver()) {
        Q_EMIT receiver->opened(opened);
      }
    });
  }

  void report(const Progress& progress) override {
    {
      const std::lock_guard lock(m_mutex);
      if (Clock::now() - m_lastReport < reportEvery) {
        return;
      }
      m_lastReport = Clock::now();
    }
    background::deliver([self = shared_from_this(), progress] {
      if (self->isWanted()) {
        Q_EMIT self->m_receiver->progressed(progress);
      }
    });
  }

 private:
  [[nodiscard]] bool isWanted() const { return m_receiver && m_receiver->m_work.get() == this; }

  /// The receiver, if it still waits for this work: from now on it does not.
  CheckpointOpening* takeReceiver() {
    if (!isWanted()) {
      return nullptr;
    }
    m_receiver->m_work.reset();
    return m_receiver;
  }

  QString m_path;
  QPointer<CheckpointOpening> m_receiver; ///< touched on the GUI thread only
  StopSource m_stop;
  Clock::time_point m_started;
  std::mutex m_mutex;
  Clock::time_point m_lastReport{};
};

CheckpointOpening::CheckpointOpening(QObject* parent) : QObject(parent) {}

CheckpointOpening::~CheckpointOpening() {
  stop();
}

void CheckpointOpening::stop() {
  if (m_work) {
    m_work->requestStop();
    m_work.reset();
  }
}

void CheckpointOpening::start(const QString& path) {
  stop();
  m_work = std::make_shared<Work>(path, this);
  background::start([work = m_work] { work->run(); });
}

} // namespace assay
