#pragma once

#include <cstdint>
#include <optional>

namespace assay {

/// What this process holds in memory, in bytes. The system keeps these counts loosely: they can be
/// some hundred KiB off, more with many threads.
struct MemoryUsage {
  std::uint64_t file = 0; ///< resident pages of mapped files, and shared memory
  std::uint64_t anon = 0; ///< resident memory of its own
  std::uint64_t peak = 0; ///< most resident memory so far, or since `resetPeakMemory`

  [[nodiscard]] std::uint64_t resident() const { return file + anon; }
};

/// Nothing where the system does not tell.
[[nodiscard]] std::optional<MemoryUsage> memoryUsage();

/// Lets the peak start anew from what is resident now. False where the system cannot; the peak is
/// that of the whole process then, and a figure for a part must be sampled.
[[nodiscard]] bool resetPeakMemory();

/// Page faults of this process since it began.
struct PageFaults {
  std::uint64_t minor = 0; ///< served from memory
  std::uint64_t major = 0; ///< had to wait for a disk
};

[[nodiscard]] PageFaults pageFaults();

} // namespace assay
