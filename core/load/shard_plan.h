#pragma once

#include "core/tensor/tensor_table.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// How a tensor is shared out among the ranks of tensor parallelism.
enum class ShardRole : std::uint8_t {
  Replicated,
  ColumnParallel, ///< split along axis 0: q, k, v, gate, up, embedding, head
  RowParallel,    ///< split along axis 1: o, down
};

/// The half-open range [begin, end) of rows or columns.
struct PartRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend bool operator==(const PartRange&, const PartRange&) = default;
};

/// The number of attention heads where config.json tells them.
struct AttentionHeads {
  std::optional<std::uint64_t> query{};    ///< num_attention_heads
  std::optional<std::uint64_t> keyValue{}; ///< num_key_value_heads; the same as query if absent
};

/// What each rank reads of one tensor.
struct TensorShardPlan {
  TensorId tensor{};
  ShardRole role = ShardRole::Replicated;
  std::optional<int> axis{}; ///< 0 or 1; empty: every rank reads all of it
  /// For each rank its ranges along the axis: one, or one of each piece of a fused tensor.
  std::vector<std::vector<PartRange>> parts{};
  std::vector<std::uint64_t> bytesPerRank{};
  std::uint64_t readsPerRank = 1; ///< contiguous runs of bytes in the file
  bool contiguous = true;         ///< one run
  bool fused = false;             ///< split piece by piece
  std::optional<std::string> problem{};
  std::optional<std::string> note{}; ///< such as uneven parts
};

/// The sums over a checkpoint. Plans of single tensors are made one at a time: those of a large set
/// for many ranks would take more memory than its header.
struct ShardPlan {
  std::uint64_t ranks = 1;
  std::size_t tensors = 0; ///< that were planned: described, with a size that fits
  std::vector<std::uint64_t> bytesPerRank{};
  std::uint64_t replicatedBytes = 0; ///< of one rank
  std::size_t problems = 0;
};

/// The role that the names of the common model families give a tensor.
[[nodiscard]] ShardRole shardRoleOf(std::string_view name, std::size_t rank);

/// Rank r of n takes rows [rows * r / n, rows * (r + 1) / n), rounded down; without overflow.
[[nodiscard]] PartRange partOf(std::uint64_t rows, std::uint64_t rank, std::uint64_t ranks);

inline constexpr std::uint64_t mostRanks = 65536;

/// The plan of one described tensor whose size matches its shape, for 1 to `mostRanks` ranks.
[[nodiscard]] TensorShardPlan planTensor(const TensorInfo& info, std::uint64_t ranks,
                                         const AttentionHeads& heads = {});

/// Plans all tensors in table order, hands each plan to `visit` (which may be empty), and gives the
/// sums. Reads no tensor data.
ShardPlan planShards(const TensorTable& table, std::uint64_t ranks,
                     const AttentionHeads& heads = {},
                     const std::function<void(const TensorShardPlan&)>& visit = {});

} // namespace assay
