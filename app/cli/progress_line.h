#pragma once

#include "core/base/progress.h"

#include <chrono>
#include <mutex>
#include <string>

namespace assay::cli {

/// One line on standard error that shows how far the work has come: bytes, speed, time left. Only
/// on a terminal, only for work that takes longer than a third of a second, ten times a second at
/// most; the destructor wipes it. `report` may be called from any thread.
class ProgressLine final : public ProgressSink {
 public:
  /// `quiet`: shows nothing.
  explicit ProgressLine(bool quiet);
  ~ProgressLine() override;
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void report(const Progress& progress) override;

  /// Takes the line off the terminal, so that a message can stand there. It comes back with the
  /// next report.
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;
  std::mutex m_mutex;
  bool m_enabled;
  bool m_shown = false;
  Clock::time_point m_start;
  Clock::time_point m_next;
};

/// The text of the line: "12.3 MB of 269.0 MB (4 %), 1.20 GB/s, 3 s left".
[[nodiscard]] std::string progressText(const Progress& progress, double seconds);

} // namespace assay::cli
