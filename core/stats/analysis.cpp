#include "core/stats/analysis.h"

#include "core/stats/analysis_run.h"

namespace assay {

bool canAnalyze(const TensorInfo& info) {
  return info.state == TensorState::Present && info.dtype != Dtype::Unknown && info.sizeMatches &&
         info.described && !info.superseded && info.elements().has_value();
}

Result<TensorAnalysis> analyzeTensor(const FileBytes& file, const TensorInfo& info,
                                     const AnalysisOptions& options, const StopToken& stop,
                                     ProgressSink& progress) {
  AnalysisRun run(options, stop, progress);
  const std::size_t item = run.add(file, info);
  if (auto ok = run.work(); !ok) {
    return fail(ok.error());
  }
  return *run.result(item);
}

Result<CheckpointAnalysis> analyzeAll(const Checkpoint& checkpoint, const AnalysisOptions& options,
                                      const StopToken& stop, ProgressSink& progress) {
  AnalysisRun run(options, stop, progress);
  std::vector<std::size_t> rows;
  const TensorTable& table = checkpoint.table();
  for (std::size_t row = 0; row < table.size(); ++row) {
    const TensorInfo info = table.at(row);
    const bool wanted = canAnalyze(info) && (!options.wanted || options.wanted(info));
    if (wanted && checkpoint.shard(info.shard).file) {
      run.add(*checkpoint.shard(info.shard).file, info);
      rows.push_back(row);
    }
  }
  if (auto ok = run.work(); !ok) {
    return fail(ok.error());
  }
  CheckpointAnalysis analysis;
  analysis.tensors.resize(table.size());
  for (std::size_t item = 0; item < rows.size(); ++item) {
    const auto id = TensorId{static_cast<std::uint32_t>(rows[item])};
    analysis.tensors[rows[item]] = run.result(item);
    analysis.totals.add(id, *run.result(item));
    analysis.bytesRead += table.at(rows[item]).fileRange.size();
  }
  if (analysis.totals.onlyNarrowDtypes()) {
    analysis.totals.setQuantiles(run.censuses());
  }
  return analysis;
}

} // namespace assay
