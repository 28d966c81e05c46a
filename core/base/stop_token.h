#pragma once

#include <atomic>
#include <memory>

namespace assay {

/// Tells long work that its result is no longer wanted. Copies share one flag; every member may be
/// called from any thread. A default token never stops. (The standard's stop_token is missing from
/// the libc++ of the oldest system that is supported.)
class StopToken {
 public:
  StopToken() = default;
  [[nodiscard]] bool stopRequested() const {
    return m_flag && m_flag->load(std::memory_order_relaxed);
  }

 private:
  friend class StopSource;
  explicit StopToken(std::shared_ptr<const std::atomic<bool>> flag) : m_flag(std::move(flag)) {}
  std::shared_ptr<const std::atomic<bool>> m_flag;
};

/// The side that asks to stop. Copies share one flag.
class StopSource {
 public:
  StopSource() : m_flag(std::make_shared<std::atomic<bool>>(false)) {}
  void requestStop() { m_flag->store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool stopRequested() const { return m_flag->load(std::memory_order_relaxed); }
  [[nodiscard]] StopToken token() const { return StopToken(m_flag); }

 private:
  std::shared_ptr<std::atomic<bool>> m_flag;
};

} // namespace assay
