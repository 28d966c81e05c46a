#include "ui/jobs/change_watch.h"

#include "ui/jobs/background.h"

#include <QFileSystemWatcher>
#include <algorithm>
#include <utility>

namespace assay {

namespace {

// A file that is being written changes many times a second; one look after it is enough.
constexpr int settleMs = 300;
constexpr std::size_t mostWatched = 512;

/// Opened anew by its path: a file that was replaced by another is still whole under the old
/// handle.
bool hasChanged(const Shard& shard) {
  const auto now = FileBytes::open(shard.path);
  return !now || (*now)->identity() != shard.file->identity();
}

bool anyChanged(const Checkpoint& checkpoint) {
  return std::any_of(checkpoint.shards().begin(), checkpoint.shards().end(),
                     [](const Shard& shard) { return shard.file != nullptr && hasChanged(shard); });
}

} // namespace

ChangeWatch::ChangeWatch(QObject* parent) : QObject(parent) {
  m_settle.setSingleShot(true);
  m_settle.setInterval(settleMs);
  connect(&m_settle, &QTimer::timeout, this, &ChangeWatch::check);
}

ChangeWatch::~ChangeWatch() = default;

void ChangeWatch::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint) {
  m_checkpoint = std::move(checkpoint);
  m_watcher.reset();
  m_settle.stop();
  m_checking = false;
  m_reported = false;
  if (!m_checkpoint) {
    return;
  }
  QStringList local;
  for (const Shard& shard : m_checkpoint->shards()) {
    // Only files on a local disk are mapped; asking the system to watch others could block here.
    if (shard.file && shard.file->isMapped() && std::size_t(local.size()) < mostWatched) {
      local << QString::fromStdString(shard.path.string());
    }
  }
  if (!local.isEmpty()) {
    m_watcher = std::make_unique<QFileSystemWatcher>(local);
    connect(m_watcher.get(), &QFileSystemWatcher::fileChanged, this, [this] { m_settle.start(); });
  }
}

void ChangeWatch::check() {
  if (!m_checkpoint || m_checking || m_reported) {
    return;
  }
  m_checking = true;
  background::compute(
      this, [checkpoint = m_checkpoint] { return std::pair(checkpoint, anyChanged(*checkpoint)); },
      [this](const std::pair<std::shared_ptr<const Checkpoint>, bool>& seen) {
        if (seen.first != m_checkpoint) {
          return;
        }
        m_checking = false;
        if (seen.second) {
          m_reported = true;
          Q_EMIT changed();
        }
      });
}

} // namespace assay
