#include "app/cli/progress_line.h"

#include "core/base/number_text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace assay::cli {
namespace {

bool errorsGoToATerminal() {
  const char* terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

std::string doneText(std::uint64_t done, std::uint64_t total) {
  if (total == 0) {
    return sizeText(done);
  }
  const double share = static_cast<double>(done) / static_cast<double>(total);
  return fmt::format("{} of {} ({:.0f} %)", sizeText(done), sizeText(total),
                     std::floor(share * 100));
}

} // namespace

std::string progressText(const Progress& progress, double seconds) {
  if (progress.bytesDone == 0 && progress.bytesTotal == 0) {
    return progress.itemsTotal == 0
               ? groupedText(progress.itemsDone)
               : groupedText(progress.itemsDone) + " of " + groupedText(progress.itemsTotal);
  }
  std::string text = doneText(progress.bytesDone, progress.bytesTotal);
  if (seconds <= 0 || progress.bytesDone == 0) {
    return text;
  }
  const double speed = static_cast<double>(progress.bytesDone) / seconds;
  text += ", " + sizeText(static_cast<std::uint64_t>(speed)) + "/s";
  if (progress.bytesTotal > progress.bytesDone) {
    const double left = static_cast<double>(progress.bytesTotal - progress.bytesDone) / speed;
    text += left < 99.5 ? fmt::format(", {:.0f} s left", std::ceil(left))
                        : fmt::format(", {:.0f} min left", std::ceil(left / 60));
  }
  return text;
}

ProgressLine::ProgressLine(bool quiet)
    : m_enabled(!quiet && errorsGoToATerminal()), m_start(Clock::now()),
      m_next(m_start + std::chrono::milliseconds(333)) {}

ProgressLine::~ProgressLine() {
  wipe();
}

void ProgressLine::report(const Progress& progress) {
  if (!m_enabled) {
    return;
  }
  const std::lock_guard lock(m_mutex);
  const auto now = Clock::now();
  if (now < m_next) {
    return;
  }
  m_next = now + std::chrono::milliseconds(100);
  const std::string text =
      progressText(progress, std::chrono::duration<double>(now - m_start).count());
  std::fprintf(stderr, "\r\x1B[K%s", text.c_str());
  std::fflush(stderr);
  m_shown = true;
}

void ProgressLine::wipe() {
  const std::lock_guard lock(m_mutex);
  if (m_shown) {
    std::fputs("\r\x1B[K", stderr);
    std::fflush(stderr);
    m_shown = false;
  }
}

} // namespace assay::cli
