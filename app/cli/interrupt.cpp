#include "app/cli/interrupt.h"

#include <csignal>

namespace assay::cli {
namespace {

/// Never destroyed: a signal may come while the program ends.
StopSource* stopSource = nullptr;

extern "C" void stopWork(int) {
  stopSource->requestStop(); // a store to a lock-free atomic, which a signal handler may do
}

} // namespace

StopToken stopOnInterrupt() {
  if (stopSource == nullptr) {
    stopSource = new StopSource;
    struct sigaction action {};
    action.sa_handler = stopWork;
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction before {};
      // A program started with a signal ignored (nohup) keeps ignoring it.
      if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
        sigaction(signal, &action, nullptr);
      }
    }
    std::signal(SIGPIPE, SIG_IGN);
  }
  return stopSource->token();
}

} // namespace assay::cli
