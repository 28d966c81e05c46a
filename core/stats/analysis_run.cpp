#include "core/stats/analysis_run.h"

#include "core/base/worker_pool.h"
#include "core/stats/census_figures.h"
#include "core/stats/exact_quantiles.h"
#include "core/stats/place_search.h"
#include "core/stats/tensor_parts.h"

#include <algorithm>
#include <map>

namespace assay {

/// One thread's tables, and the tensor that they are about.
class AnalysisRun::Worker {
 public:
  explicit Worker(AnalysisRun& run) : m_run(run) {}

  void work() {
    while (!m_run.ended()) {
      const std::optional<Part> part = m_run.nextPart();
      if (m_item != nullptr && (!part || &m_run.m_items[part->item] != m_item)) {
        keep(handIn());
      }
      if (!part) {
        return;
      }
      keep(count(*part));
    }
  }

 private:
  void keep(const Result<void>& result) {
    if (!result) {
      m_run.failWith(result.error());
    }
  }

  void begin(Item& item) {
    m_item = &item;
    m_handed = 0;
    if (hasCensus(item.info.dtype)) {
      m_census.reset(item.info.dtype);
      return;
    }
    std::unique_ptr<WideTally>& tally = m_tallies[item.info.dtype];
    if (!tally) {
      tally = makeWideTally(item.info.dtype, m_run.m_options.targets);
    } else {
      tally->reset();
    }
  }

  Result<void> count(const Part& part) {
    Item& item = m_run.m_items[part.item];
    if (m_item == nullptr) {
      begin(item);
    }
    ++m_handed;
    const TensorParts parts(item.info);
    const bool census = hasCensus(item.info.dtype);
    if (!census) {
      m_tallies[item.info.dtype]->beginPart(part.part);
    }
    auto reader = item.file->chunks(parts.partRange(part.part), parts.chunkBytes());
    if (!reader) {
      return fail(reader.error());
    }
    for (std::uint64_t chunk = part.part * TensorParts::chunksAPart; !m_run.ended(); ++chunk) {
      auto bytes = reader->next();
      if (!bytes) {
        return fail(bytes.error());
      }
      if (bytes->empty()) {
        break;
      }
      if (census) {
        m_census.add(*bytes, parts.valuesOfChunk(chunk), static_cast<std::uint32_t>(chunk));
      } else {
        m_tallies[item.info.dtype]->add(*bytes, parts.firstValue(chunk));
      }
      if (auto ok = reader->verify(); !ok) {
        return ok;
      }
      m_run.advance(bytes->size(), 0);
    }
    return {};
  }

  /// Gives what was counted to the tensor, and finishes it if nothing is missing then.
  Result<void> handIn() {
    Item& item = *m_item;
    m_item = nullptr;
    if (m_run.ended()) {
      return {};
    }
    if (hasCensus(item.info.dtype)) {
      if (m_handed == item.parts) {
        return finish(item, m_census);
      }
      const std::unique_ptr<Census> all = m_run.gather(item, m_handed, m_census);
      return all ? finish(item, *all) : Result<void>{};
    }
    WideTally& tally = *m_tallies[item.info.dtype];
    if (m_handed == item.parts) {
      return finish(item, tally);
    }
    const std::unique_ptr<WideTally> all = m_run.gather(item, m_handed, tally);
    return all ? finish(item, *all) : Result<void>{};
  }

  Result<void> finish(Item& item, const Census& census) {
    const SparseCensus sparse = census.sparse();
    TensorAnalysis analysis = figuresOf(sparse);
    const std::vector<PlaceQuery> queries = placesToFind(sparse, m_run.m_options.targets, analysis);
    const TensorParts parts(item.info);
    if (auto ok = findPlaces(*item.file, parts, census, queries); !ok) {
      return ok;
    }
    settlePlaces(m_run.m_options.targets, analysis);
    m_run.deliver(item, std::move(analysis), &sparse);
    return {};
  }

  Result<void> finish(Item& item, WideTally& tally) {
    TensorAnalysis analysis = tally.finish();
    if (m_run.m_options.exactQuantiles && analysis.statistics.finite) {
      NoProgress quiet;
      auto exact = exactQuantiles(*item.file, item.info, m_run.m_stop, quiet);
      if (!exact) {
        return fail(exact.error());
      }
      analysis.statistics.finite->quantiles = *exact;
      analysis.statistics.finite->quantilesExact = true;
    }
    m_run.deliver(item, std::move(analysis), nullptr);
    return {};
  }

  AnalysisRun& m_run;
  Item* m_item = nullptr;
  std::uint32_t m_handed = 0; ///< parts of it that were counted here
  Census m_census;
  std::map<Dtype, std::unique_ptr<WideTally>> m_tallies;
};

AnalysisRun::AnalysisRun(const AnalysisOptions& options, const StopToken& stop,
                         ProgressSink& progress)
    : m_options(options), m_stop(stop), m_progress(progress) {}

AnalysisRun::~AnalysisRun() = default;

std::size_t AnalysisRun::add(const FileBytes& file, const TensorInfo& info) {
  Item item;
  item.file = &file;
  item.info = info;
  item.parts = TensorParts(info).partCount();
  m_items.push_back(std::move(item));
  m_done.bytesTotal += info.fileRange.size();
  ++m_done.itemsTotal;
  return m_items.size() - 1;
}

Result<void> AnalysisRun::work() {
  const unsigned wanted = m_options.threads == 0 ? hardwareThreads() : m_options.threads;
  std::uint64_t parts = 0;
  for (const Item& item : m_items) {
    parts += item.parts;
  }
  const auto threads = static_cast<unsigned>(std::clamp<std::uint64_t>(parts, 1, wanted));
  runWorkers(threads, [this](unsigned) { Worker(*this).work(); });
  if (m_error) {
    return fail(*m_error);
  }
  if (m_stop.stopRequested()) {
    return fail({.code = ErrorCode::Stopped});
  }
  return {};
}

std::shared_ptr<const TensorAnalysis> AnalysisRun::result(std::size_t item) const {
  return m_items[item].result;
}

std::optional<AnalysisRun::Part> AnalysisRun::nextPart() {
  const std::lock_guard lock(m_mutex);
  if (m_next.item >= m_items.size()) {
    return std::nullopt;
  }
  const Part part = m_next;
  if (++m_next.part == m_items[m_next.item].parts) {
    m_next = {m_next.item + 1, 0};
  }
  return part;
}

std::unique_ptr<Census> AnalysisRun::gather(Item& item, std::uint32_t parts, const Census& census) {
  const std::lock_guard lock(m_mutex);
  if (!item.census) {
    item.census = std::make_unique<Census>();
    item.census->reset(item.info.dtype);
  }
  item.census->merge(census);
  item.handedIn += parts;
  return item.handedIn == item.parts ? std::move(item.census) : nullptr;
}

std::unique_ptr<WideTally> AnalysisRun::gather(Item& item, std::uint32_t parts,
                                               const WideTally& tally) {
  const std::lock_guard lock(m_mutex);
  if (!item.tally) {
    item.tally = makeWideTally(item.info.dtype, m_options.targets);
  }
  item.tally->merge(tally);
  item.handedIn += parts;
  return item.handedIn == item.parts ? std::move(item.tally) : nullptr;
}

void AnalysisRun::deliver(Item& item, TensorAnalysis analysis, const SparseCensus* census) {
  auto result = std::make_shared<const TensorAnalysis>(std::move(analysis));
  {
    const std::lock_guard lock(m_mutex);
    item.result = std::move(result);
    if (census != nullptr) {
      m_censuses.add(*census);
    }
    if (m_options.done) {
      m_options.done(item.info.id, item.result);
    }
  }
  advance(0, 1);
}

void AnalysisRun::failWith(const Error& error) {
  const std::lock_guard lock(m_mutex);
  if (!m_error) {
    m_error = error;
  }
  m_failed = true;
}

bool AnalysisRun::ended() const {
  return m_failed || m_stop.stopRequested();
}

void AnalysisRun::advance(std::uint64_t bytes, std::uint64_t items) {
  const std::lock_guard lock(m_mutex);
  m_done.bytesDone += bytes;
  m_done.itemsDone += items;
  m_progress.report(m_done);
}

} // namespace assay
