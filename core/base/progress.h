#pragma once

#include <cstdint>

namespace assay {

/// How far long work has come. Totals are 0 while they are not known.
struct Progress {
  std::uint64_t bytesDone = 0;
  std::uint64_t bytesTotal = 0;
  std::uint64_t itemsDone = 0; ///< tensors or shards, as the function that reports says
  std::uint64_t itemsTotal = 0;
};

/// Receives the progress of one piece of work, from the thread or threads that do it. Whoever
/// implements it keeps it quick: it is called after every chunk of a few MiB.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  virtual void report(const Progress& progress) = 0;
};

/// For callers that do not want to know.
class NoProgress final : public ProgressSink {
 public:
  void report(const Progress&) override {}
};

} // namespace assay
