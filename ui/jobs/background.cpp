#include "ui/jobs/background.h"

#include <QCoreApplication>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

namespace assay::background {

namespace {

/// Never destroyed: a thread that outlives main may still come by.
struct Gate {
  std::mutex mutex;
  std::condition_variable ended;
  int running = 0;
  QCoreApplication* application = nullptr; ///< null while there is none to deliver to
};

Gate& gate() {
  static Gate& only = *new Gate;
  return only;
}

void closeGate() {
  const std::lock_guard lock(gate().mutex);
  gate().application = nullptr;
}

/// Called on the GUI thread: later deliveries go to this application until it ends.
void openGate() {
  Gate& g = gate();
  const std::lock_guard lock(g.mutex);
  if (g.application == nullptr && QCoreApplication::instance() != nullptr) {
    g.application = QCoreApplication::instance();
    qAddPostRoutine(closeGate);
  }
}

void runCounted(const std::function<void()>& work) {
  work();
  Gate& g = gate();
  const std::lock_guard lock(g.mutex);
  --g.running;
  g.ended.notify_all();
}

} // namespace

void start(const std::function<void()>& work) {
  openGate();
  Gate& g = gate();
  {
    const std::lock_guard lock(g.mutex);
    ++g.running;
  }
  try {
    std::thread([work] { runCounted(work); }).detach();
  } catch (const std::system_error&) {
    runCounted(work);
  }
}

void deliver(std::function<void()> call) {
  Gate& g = gate();
  const std::lock_guard lock(g.mutex);
  if (g.application != nullptr) {
    QMetaObject::invokeMethod(g.application, std::move(call), Qt::QueuedConnection);
  }
}

bool waitForAll(std::chrono::milliseconds most) {
  Gate& g = gate();
  std::unique_lock lock(g.mutex);
  return g.ended.wait_for(lock, most, [&g] { return g.running == 0; });
}

} // namespace assay::background
