#pragma once

#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/name_slots.h"
#include "core/checkpoint/set_findings.h"
#include "core/checkpoint/shard_index.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay {

/// Holds the headers of a set against each other and against its index: gives the table's rows
/// their states, adds rows for what only the index names, and says what does not agree. Works on
/// row numbers, so that half a million tensors cost a few bytes each.
class SetCheck {
 public:
  /// `index` may be null. `shardOfFile` gives the shard for each of the index's files. The builder
  /// holds the rows of all shards that could be read, in the shards' order.
  SetCheck(const ShardIndex* index, std::vector<std::uint32_t> shardOfFile,
           const std::vector<Shard>& shards, TensorTableBuilder& tensors, SetFindings& findings)
      : m_index(index), m_shardOfFile(std::move(shardOfFile)), m_shards(shards), m_tensors(tensors),
        m_findings(findings) {}

  /// Does all of it. Error: Stopped.
  [[nodiscard]] Result<void> run(const StopToken& stop);

  /// After `run`: the rows in the order of the index; empty without one.
  [[nodiscard]] std::vector<std::uint32_t> indexOrder() const;

 private:
  struct Twin {
    std::uint32_t earlier; ///< rows; the later one is in a later shard
    std::uint32_t later;
  };

  void match();
  void matchRow(std::uint32_t row, std::string_view name, ShardId shard);
  Result<void> reportTwins(const StopToken& stop);
  [[nodiscard]] Finding twinFinding(const Twin& twin, std::string_view how) const;
  void reportNotInIndex();
  void reportWrongShards();
  void reportDuplicateKeys();
  void addUndescribed();
  void reportAbsent(const std::vector<std::uint32_t>& entries);

  [[nodiscard]] std::uint32_t namedShard(std::uint32_t entry) const {
    return m_shardOfFile[m_index->file(entry)];
  }
  [[nodiscard]] const std::string& shardName(std::uint32_t shard) const {
    return m_shards[shard].fileName;
  }
  [[nodiscard]] TensorInfo row(std::uint32_t at) const { return m_tensors.rows().at(at); }

  static constexpr std::uint32_t noRow = 0xFFFFFFFF;
  static constexpr std::uint32_t noEntry = 0xFFFFFFFF;

  const ShardIndex* m_index;
  std::vector<std::uint32_t> m_shardOfFile;
  const std::vector<Shard>& m_shards;
  TensorTableBuilder& m_tensors;
  SetFindings& m_findings;
  std::vector<std::uint32_t> m_rowOf;   ///< by entry: the first row of its name
  std::vector<bool> m_inPlace;          ///< by entry: a row is in the shard that the index names
  std::vector<std::uint32_t> m_entryOf; ///< by row, as long as the rows stand as they were
  std::uint32_t m_guess = 0;            ///< the entry of the next row, most likely
  NameSlots m_unindexed;                ///< first rows of names that the index lacks
  std::unordered_map<std::uint32_t, std::uint32_t> m_latest; ///< first row -> last one of its name
  std::vector<Twin> m_twins;
  std::vector<std::uint32_t> m_notInIndex;
};

} // namespace assay
