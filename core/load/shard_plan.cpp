#include "core/load/shard_plan.h"

#include "core/base/checked.h"
#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace assay {
namespace {

/// The pieces of a fused tensor along axis 0, or one piece.
std::vector<std::uint64_t> piecesOf(std::string_view name, std::uint64_t rows,
                                    const AttentionHeads& heads) {
  if (name.find("gate_up_proj") != std::string_view::npos && rows % 2 == 0) {
    return {rows / 2, rows / 2};
  }
  const bool qkv = name.find("qkv_proj") != std::string_view::npos ||
                   name.find("Wqkv") != std::string_view::npos;
  if (!qkv) {
    return {rows};
  }
  const std::uint64_t query = heads.query.value_or(1);
  const std::uint64_t keyValue = heads.keyValue.value_or(query);
  const auto doubled = checkedMul(keyValue, 2);
  const auto units = doubled ? checkedAdd(query, *doubled) : std::nullopt;
  if (!units || *units == 0 || rows % *units != 0) {
    return {rows};
  }
  const std::uint64_t headRows = rows / *units;
  return {query * headRows, keyValue * headRows, keyValue * headRows};
}

/// Rows of one attention head of this tensor (or of a piece), where the configuration tells.
std::optional<std::uint64_t> headRowsOf(std::string_view name, std::uint64_t extent,
                                        std::size_t piece, bool fusedQkv,
                                        const AttentionHeads& heads) {
  const auto named = [&](std::string_view part) {
    return name.find(part) != std::string_view::npos;
  };
  const bool keyValue =
      fusedQkv ? piece > 0 : named("k_proj") || named("v_proj") || named(".wk.") || named(".wv.");
  const bool query =
      fusedQkv ? piece == 0 : named("q_proj") || named("o_proj") || named(".wq.") || named(".wo.");
  const std::optional<std::uint64_t> count = keyValue
                                                 ? (heads.keyValue ? heads.keyValue : heads.query)
                                             : query ? heads.query
                                                     : std::nullopt;
  if (!count || *count == 0 || extent % *count != 0) {
    return std::nullopt;
  }
  return extent / *count;
}

/// Fills the plan of one tensor step by step.
class Planner {
 public:
  Planner(const TensorInfo& info, std::uint64_t ranks, const AttentionHeads& heads)
      : m_info(info), m_ranks(ranks), m_heads(heads) {
    m_plan.tensor = info.id;
    m_plan.role = shardRoleOf(info.name, info.shape.size());
  }

  TensorShardPlan make() {
    const std::size_t axis = m_plan.role == ShardRole::RowParallel ? 1 : 0;
    if (m_plan.role == ShardRole::Replicated || m_info.dtype == Dtype::Unknown) {
      return replicate();
    }
    if (m_info.shape.empty()) {
      m_plan.problem = "a scalar cannot be split";
      return replicate();
    }
    m_plan.axis = static_cast<int>(axis);
    split(axis);
    countBytes(axis);
    return std::move(m_plan);
  }

 private:
  TensorShardPlan replicate() {
    m_plan.bytesPerRank.assign(m_ranks, m_info.dataOffsets.size());
    return std::move(m_plan);
  }

  void split(std::size_t axis) {
    const std::uint64_t extent = m_info.shape[axis];
    const std::vector<std::uint64_t> pieces =
        axis == 0 ? piecesOf(m_info.name, extent, m_heads) : std::vector{extent};
    m_plan.fused = pieces.size() > 1;
    m_plan.parts.resize(m_ranks);
    std::uint64_t begin = 0;
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      const auto headRows =
          headRowsOf(m_info.name, pieces[piece], piece, pieces.size() == 3, m_heads);
      splitPiece(begin, pieces[piece], headRows);
      begin += pieces[piece];
    }
  }

  void splitPiece(std::uint64_t begin, std::uint64_t extent, std::optional<std::uint64_t> head) {
    for (std::uint64_t rank = 0; rank < m_ranks; ++rank) {
      const PartRange part = partOf(extent, rank, m_ranks);
      m_plan.parts[rank].push_back({begin + part.begin, begin + part.end});
      if (head && part.end % *head != 0 && !m_plan.problem) {
        m_plan.problem = fmt::format("rank {} ends at {} inside an attention head of {} rows", rank,
                                     begin + part.end, *head);
      }
    }
    if (extent % m_ranks != 0) {
      m_plan.note =
          fmt::format("{} does not divide by {}: parts are uneven", groupedText(extent), m_ranks);
    }
  }

  void countBytes(std::size_t axis) {
    const unsigned bits = dtypeFacts(m_info.dtype).bits;
    const std::uint64_t outer = axis == 1 ? m_info.shape[0] : 1;
    const std::uint64_t inner = elementCount(m_info.shape.subspan(axis + 1)).value_or(0);
    for (const std::vector<PartRange>& ranges : m_plan.parts) {
      std::uint64_t elements = 0;
      for (const PartRange& range : ranges) {
        checkBits(range, inner, bits);
        // At most the tensor's own element count, which the reader has checked.
        elements += (range.end - range.begin) * inner * outer;
      }
      m_plan.bytesPerRank.push_back((elements / 8) * bits + (elements % 8) * bits / 8);
    }
    m_plan.readsPerRank = outer * (m_plan.fused ? m_plan.parts[0].size() : 1);
    m_plan.contiguous = m_plan.readsPerRank <= 1;
  }

  void checkBits(const PartRange& range, std::uint64_t inner, unsigned bits) {
    // Only the low bits matter for whether a part begins inside a byte.
    if (bits < 8 && ((range.begin % 8) * (inner % 8) * bits) % 8 != 0 && !m_plan.problem) {
      m_plan.problem =
          fmt::format("a part of this {}-bit dtype begins inside a byte, at {}", bits, range.begin);
    }
  }

  const TensorInfo& m_info;
  std::uint64_t m_ranks;
  const AttentionHeads& m_heads;
  TensorShardPlan m_plan;
};

} // namespace

PartRange partOf(std::uint64_t rows, std::uint64_t rank, std::uint64_t ranks) {
  // rows * r / n without the product: whole parts, then the share of the remainder.
  const auto edge = [&](std::uint64_t r) { return rows / ranks * r + rows % ranks * r / ranks; };
  return {edge(rank), edge(rank + 1)};
}

TensorShardPlan planTensor(const TensorInfo& info, std::uint64_t ranks,
                           const AttentionHeads& heads) {
  return Planner(info, ranks, heads).make();
}

ShardPlan planShards(const TensorTable& table, std::uint64_t ranks, const AttentionHeads& heads,
                     const std::function<void(const TensorShardPlan&)>& visit) {
  ShardPlan plan;
  plan.ranks = ranks;
  plan.bytesPerRank.assign(ranks, 0);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const TensorInfo info = table.at(i);
    if (!info.described || !info.sizeMatches) {
      continue;
    }
    const TensorShardPlan tensor = planTensor(info, ranks, heads);
    for (std::uint64_t rank = 0; rank < ranks; ++rank) {
      plan.bytesPerRank[rank] = checkedAdd(plan.bytesPerRank[rank], tensor.bytesPerRank[rank])
                                    .value_or(std::numeric_limits<std::uint64_t>::max());
    }
    plan.replicatedBytes += tensor.axis ? 0 : info.dataOffsets.size();
    plan.problems += tensor.problem ? 1 : 0;
    ++plan.tensors;
    if (visit) {
      visit(tensor);
    }
  }
  return plan;
}

} // namespace assay
