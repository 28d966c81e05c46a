#include "core/checkpoint/header_crew.h"

#include "core/base/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace assay {
namespace {

class HeaderCrew {
 public:
  using Take = std::function<void(std::size_t, Result<ShardReading>)>;

  HeaderCrew(std::span<const HeaderRequest> requests, const StopToken& stop, ProgressSink& progress,
             const Take& take)
      : m_requests(requests), m_stop(stop), m_progress(progress), m_take(take),
        m_waiting(requests.size()) {}

  void work() noexcept {
    try {
      while (!m_stop.stopRequested() && !m_outOfMemory) {
        const std::size_t index = m_next.fetch_add(1);
        if (index >= m_requests.size()) {
          return;
        }
        const HeaderRequest& request = m_requests[index];
        handIn(index, readShard(request.path, request.fileName, m_stop));
      }
    } catch (const std::bad_alloc&) {
      m_outOfMemory = true;
    }
  }

  [[nodiscard]] bool outOfMemory() const { return m_outOfMemory; }

 private:
  void handIn(std::size_t index, Result<ShardReading> reading) {
    const std::lock_guard lock(m_mutex);
    m_waiting[index] = std::move(reading);
    ++m_done;
    m_progress.report({.itemsDone = m_done, .itemsTotal = m_requests.size()});
    while (m_taken < m_waiting.size() && m_waiting[m_taken]) {
      Result<ShardReading> next = *std::exchange(m_waiting[m_taken], std::nullopt);
      m_take(m_taken++, std::move(next));
    }
  }

  std::span<const HeaderRequest> m_requests;
  const StopToken& m_stop;
  ProgressSink& m_progress;
  const Take& m_take;
  std::atomic<std::size_t> m_next{0};
  std::atomic<bool> m_outOfMemory{false};
  std::mutex m_mutex; ///< of all below
  std::vector<std::optional<Result<ShardReading>>> m_waiting;
  std::size_t m_taken = 0;
  std::uint64_t m_done = 0;
};

/// More than there are cores: on a cold or a network disk the threads mostly wait.
unsigned suitableThreads(unsigned wanted, std::size_t requests) {
  const unsigned most = wanted != 0 ? wanted : std::clamp(hardwareThreads(), 4U, 16U);
  return static_cast<unsigned>(std::clamp<std::size_t>(requests, 1, most));
}

} // namespace

Result<void>
readHeaders(std::span<const HeaderRequest> requests, unsigned threads, const StopToken& stop,
            ProgressSink& progress,
            const std::function<void(std::size_t index, Result<ShardReading> reading)>& take) {
  HeaderCrew crew(requests, stop, progress, take);
  runWorkers(suitableThreads(threads, requests.size()), [&crew](unsigned) { crew.work(); });
  if (crew.outOfMemory()) {
    return fail({.code = ErrorCode::OutOfMemory});
  }
  if (stop.stopRequested()) {
    return fail({.code = ErrorCode::Stopped});
  }
  return {};
}

} // namespace assay
