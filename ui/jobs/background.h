#pragma once

#include <QObject>
#include <QPointer>
#include <chrono>
#include <functional>
#include <memory>
#include <utility>

namespace assay::background {

/// Runs `work` on a thread of its own that nobody waits for: a disk that hangs holds that thread
/// only. (A pool's threads are waited for when the program ends.) If the system has no thread left,
/// it runs at once on the caller's.
void start(const std::function<void()>& work);

/// Runs `call` on the GUI thread, from its event loop; not at all once the application has begun to
/// end. From any thread.
void deliver(std::function<void()> call);

/// Waits until all started work has ended, at most this long: for leaving the program. False where
/// some still runs.
[[nodiscard]] bool waitForAll(std::chrono::milliseconds most);

/// Computes on a background thread and gives the result to `done` on the GUI thread, unless
/// `receiver` is gone by then.
template<typename Work, typename Done>
void compute(QObject* receiver, Work work, Done done) {
  start([guard = QPointer<QObject>(receiver), work = std::move(work),
         done = std::move(done)]() mutable {
    auto result = std::make_shared<decltype(work())>(work());
    deliver([guard = std::move(guard), done = std::move(done), result]() mutable {
      if (guard) {
        done(std::move(*result));
      }
    });
  });
}

} // namespace assay::background
