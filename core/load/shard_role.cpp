#include "core/load/shard_plan.h"

#include <algorithm>
#include <array>

namespace assay {
namespace {

// The last name part before ".weight" or ".bias" in the families in use: llama and its relatives,
// Mistral's and Meta's own files, GPT-NeoX, Falcon, Bloom, OPT, BERT, Phi.
constexpr std::array columnNames{"q_proj",
                                 "k_proj",
                                 "v_proj",
                                 "gate_proj",
                                 "up_proj",
                                 "qkv_proj",
                                 "gate_up_proj",
                                 "embed_tokens",
                                 "lm_head",
                                 "wq",
                                 "wk",
                                 "wv",
                                 "w1",
                                 "w3",
                                 "Wqkv",
                                 "query_key_value",
                                 "in_proj",
                                 "fc1",
                                 "fc_in",
                                 "dense_h_to_4h",
                                 "tok_embeddings",
                                 "output",
                                 "word_embeddings",
                                 "query",
                                 "key",
                                 "value",
                                 "embed_out",
                                 "q_b_proj",
                                 "kv_b_proj"};
constexpr std::array rowNames{"o_proj",   "down_proj", "wo",     "w2",
                              "out_proj", "fc2",       "fc_out", "dense_4h_to_h"};

/// The part of a dotted name at `index` from the end, empty where there is none.
std::string_view partFromEnd(std::string_view name, int index) {
  for (; index > 0; --index) {
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) {
      return {};
    }
    name = name.substr(0, dot);
  }
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

template<std::size_t N>
bool contains(const std::array<const char*, N>& names, std::string_view s) {
  return std::find(names.begin(), names.end(), s) != names.end();
}

} // namespace

ShardRole shardRoleOf(std::string_view name, std::size_t rank) {
  const std::string_view kind = partFromEnd(name, 0);
  // Experts' fused tensors have no ".weight".
  const std::string_view module = kind == "weight" || kind == "bias" ? partFromEnd(name, 1) : kind;
  if (contains(columnNames, module)) {
    // BERT has "attention.output.dense"; only a head named "output" is meant here.
    return ShardRole::ColumnParallel;
  }
  if (contains(rowNames, module) && kind != "bias" && rank >= 2) {
    return ShardRole::RowParallel;
  }
  return ShardRole::Replicated; // norms, biases of row-parallel layers, everything unknown
}

} // namespace assay
