#include "core/base/worker_pool.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

namespace assay {

unsigned hardwareThreads() {
  return std::max(1U, std::thread::hardware_concurrency());
}

void runWorkers(unsigned threads, const std::function<void(unsigned)>& work) {
  std::vector<std::thread> others;
  others.reserve(threads - 1);
  unsigned started = 0;
  while (started + 1 < threads) {
    try {
      others.emplace_back(work, started);
    } catch (const std::system_error&) {
      break;
    }
    ++started;
  }
  for (unsigned worker = started; worker < threads; ++worker) {
    work(worker);
  }
  for (std::thread& other : others) {
    other.join();
  }
}

} // namespace assay
