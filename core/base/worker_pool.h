#pragma once

#include <cstddef>
#include <functional>

namespace assay {

/// How many threads the machine offers, at least 1.
[[nodiscard]] unsigned hardwareThreads();

/// Calls `work(worker)` once for each worker in [0, threads), each on a thread of its own (the last
/// on the caller's), and returns when all have. `threads` is at least 1. `work` must not throw; it
/// shares out items among the workers itself, usually by an atomic counter. If the system refuses a
/// thread, the work is done by fewer: `work` is called for every index all the same.
void runWorkers(unsigned threads, const std::function<void(unsigned worker)>& work);

} // namespace assay
