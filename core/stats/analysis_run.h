#pragma once

#include "core/stats/analysis.h"
#include "core/stats/census.h"
#include "core/stats/wide_tally.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace assay {

/// One pass over a list of tensors by several workers. Tensors are cut into parts of fixed size;
/// workers take parts in order and keep what they count until they come to another tensor; whoever
/// hands in the last part of a tensor finishes it. Used once: add, work, then the results.
class AnalysisRun {
 public:
  /// The arguments outlive the run.
  AnalysisRun(const AnalysisOptions& options, const StopToken& stop, ProgressSink& progress);
  AnalysisRun(const AnalysisRun&) = delete;
  AnalysisRun& operator=(const AnalysisRun&) = delete;
  ~AnalysisRun();

  /// A tensor that can be analyzed, of a table that outlives the run as its file does. Returns its
  /// place.
  std::size_t add(const FileBytes& file, const TensorInfo& info);

  [[nodiscard]] Result<void> work();

  [[nodiscard]] std::shared_ptr<const TensorAnalysis> result(std::size_t item) const;
  [[nodiscard]] const CensusSum& censuses() const { return m_censuses; }

 private:
  class Worker;
  struct Part {
    std::size_t item = 0;
    std::uint32_t part = 0;
  };
  struct Item {
    const FileBytes* file = nullptr;
    TensorInfo info{};
    std::uint32_t parts = 1;
    std::uint32_t handedIn = 0;
    std::unique_ptr<Census> census{}; ///< of the parts handed in, where several workers share it
    std::unique_ptr<WideTally> tally{};
    std::shared_ptr<const TensorAnalysis> result{};
  };

  [[nodiscard]] std::optional<Part> nextPart();
  /// Adds figures of some parts; returns all of them with the last.
  std::unique_ptr<Census> gather(Item& item, std::uint32_t parts, const Census& census);
  std::unique_ptr<WideTally> gather(Item& item, std::uint32_t parts, const WideTally& tally);
  void deliver(Item& item, TensorAnalysis analysis, const SparseCensus* census);
  void failWith(const Error& error);
  [[nodiscard]] bool ended() const;
  void advance(std::uint64_t bytes, std::uint64_t items);

  const AnalysisOptions& m_options;
  const StopToken& m_stop;
  ProgressSink& m_progress;
  std::vector<Item> m_items;
  std::mutex m_mutex; ///< for what changes while workers work
  Part m_next{};
  std::optional<Error> m_error;
  std::atomic<bool> m_failed{false};
  CensusSum m_censuses;
  Progress m_done{};
};

} // namespace assay
