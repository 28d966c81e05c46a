#pragma once

#include "core/base/stop_token.h"
#include "ui/jobs/background.h"

#include <QObject>
#include <cstdint>
#include <utility>

namespace assay {

/// One kind of work for one view, of which only the newest request counts: starting another stops
/// the one before, and a result that comes late all the same is dropped on the GUI thread. A work
/// owns what it computes on; destroying the slot stops it and waits for nothing. GUI thread only.
class JobSlot : public QObject {
 public:
  explicit JobSlot(QObject* parent = nullptr) : QObject(parent) {}
  ~JobSlot() override { m_stop.requestStop(); }

  /// Runs `work(StopToken)` in the background, then `done(result)` here unless the slot has been
  /// stopped, has started something newer, or is gone.
  template<typename Work, typename Done>
  void start(Work work, Done done) {
    stop();
    m_stop = StopSource();
    m_running = true;
    const std::uint64_t generation = m_generation;
    background::compute(
        this, [work = std::move(work), token = m_stop.token()]() mutable { return work(token); },
        [this, generation, done = std::move(done)](auto result) mutable {
          if (generation == m_generation) {
            m_running = false;
            done(std::move(result));
          }
        });
  }

  /// Gives up what runs; its `done` will not be called.
  void stop() {
    m_stop.requestStop();
    ++m_generation;
    m_running = false;
  }

  [[nodiscard]] bool isRunning() const { return m_running; }

 private:
  StopSource m_stop;
  std::uint64_t m_generation = 0;
  bool m_running = false;
};

} // namespace assay
