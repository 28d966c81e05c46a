#include "core/load/shard_plan.h"
#include "tests/support/tensor_table_of.h"

#include <QTest>
#include <limits>

using namespace assay;
using namespace assay::test;

namespace {

std::vector<PartRange> firstRanges(const TensorShardPlan& plan) {
  std::vector<PartRange> ranges;
  for (const auto& part : plan.parts) {
    ranges.push_back(part[0]);
  }
  return ranges;
}

} // namespace

class ShardPlanTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void roles() {
    QVERIFY(shardRoleOf("model.layers.0.self_attn.q_proj.weight", 2) == ShardRole::ColumnParallel);
    QVERIFY(shardRoleOf("model.layers.0.self_attn.q_proj.bias", 1) == ShardRole::ColumnParallel);
    QVERIFY(shardRoleOf("model.layers.0.self_attn.o_proj.weight", 2) == ShardRole::RowParallel);
    QVERIFY(shardRoleOf("model.layers.0.self_attn.o_proj.bias", 1) == ShardRole::Replicated);
    QVERIFY(shardRoleOf("model.embed_tokens.weight", 2) == ShardRole::ColumnParallel);
    QVERIFY(shardRoleOf("lm_head.weight", 2) == ShardRole::ColumnParallel);
    QVERIFY(shardRoleOf("model.norm.weight", 1) == ShardRole::Replicated);
    QVERIFY(shardRoleOf("", 0) == ShardRole::Replicated);
  }

  void partsCoverWithoutOverflow() {
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t rows : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{10}, most}) {
      for (const std::uint64_t ranks : {1U, 3U, 7U, 65536U}) {
        std::uint64_t end = 0;
        for (std::uint64_t rank = 0; rank < ranks; ++rank) {
          const PartRange part = partOf(rows, rank, ranks);
          QCOMPARE(part.begin, end);
          QVERIFY(part.end >= part.begin);
          end = part.end;
        }
        QCOMPARE(end, rows);
      }
    }
    // As the rule says: rows * r / n, rounded down.
    QVERIFY(partOf(10, 1, 3) == (PartRange{3, 6}));
  }

  void columnParallelRowsAreContiguous() {
    const TensorTable table = tableOf({{"layers.0.q_proj.weight", {576, 576}}});
    const TensorShardPlan plan = planTensor(table.at(0), 3);
    QCOMPARE(plan.axis, std::optional(0));
    const std::vector<PartRange> expected{{0, 192}, {192, 384}, {384, 576}};
    QVERIFY(firstRanges(plan) == expected);
    QCOMPARE(plan.bytesPerRank[1], std::uint64_t(192 * 576 * 2));
    QCOMPARE(plan.readsPerRank, std::uint64_t(1));
    QVERIFY(plan.contiguous);
    QVERIFY(!plan.problem);
  }

  void rowParallelReadsRowByRow() {
    const TensorTable table = tableOf({{"layers.0.down_proj.weight", {576, 1536}}});
    const TensorShardPlan plan = planTensor(table.at(0), 4);
    QCOMPARE(plan.axis, std::optional(1));
    QCOMPARE(plan.readsPerRank, std::uint64_t(576));
    QVERIFY(!plan.contiguous);
    QCOMPARE(plan.bytesPerRank[3], std::uint64_t(576 * 384 * 2));
  }

  void unevenPartsAreNoted() {
    const TensorTable table = tableOf({{"lm_head.weight", {10, 4}}});
    const TensorShardPlan plan = planTensor(table.at(0), 3);
    QVERIFY(plan.note);
    QCOMPARE(plan.bytesPerRank[0] + plan.bytesPerRank[1] + plan.bytesPerRank[2], std::uint64_t(80));
  }

  void cutsInsideAHeadAreAProblem() {
    const TensorTable table =
        tableOf({{"layers.0.q_proj.weight", {576, 576}}, {"layers.0.k_proj.weight", {192, 576}}});
    const AttentionHeads heads{9, 3};
    QVERIFY(!planTensor(table.at(0), 3, heads).problem);
    QVERIFY(!planTensor(table.at(1), 3, heads).problem);
    QVERIFY(planTensor(table.at(0), 4, heads).problem);
    QVERIFY(planTensor(table.at(1), 2, heads).problem);
  }

  void fusedTensorsAreSplitPieceByPiece() {
    const TensorTable table =
        tableOf({{"layers.0.gate_up_proj.weight", {8, 2}}, {"layers.0.qkv_proj.weight", {16, 2}}});
    const TensorShardPlan gateUp = planTensor(table.at(0), 2);
    QVERIFY(gateUp.fused);
    const std::vector<PartRange> second{{2, 4}, {6, 8}};
    QVERIFY(gateUp.parts[1] == second);
    QCOMPARE(gateUp.readsPerRank, std::uint64_t(2));
    // 4 query heads and 2 + 2 of key and value, two rows each.
    const TensorShardPlan qkv = planTensor(table.at(1), 2, {4, 2});
    const std::vector<PartRange> first{{0, 4}, {8, 10}, {12, 14}};
    QVERIFY(qkv.parts[0] == first);
    QVERIFY(!qkv.problem);
  }

  void scalarsAndSubBytesAreProblems() {
    const TensorTable table = tableOf({{"a.w1", {}, Dtype::F32}, {"b.w1", {6, 3}, Dtype::F4}});
    QVERIFY(planTensor(table.at(0), 2).problem);
    QVERIFY(!planTensor(table.at(0), 2).axis);
    QVERIFY(planTensor(table.at(1), 2).problem); // a part would begin at nibble 9
  }

  void sumsOverTheTable() {
    const TensorTable table = tableOf({{"q_proj.weight", {4, 2}}, {"norm.weight", {8}}});
    std::size_t seen = 0;
    const ShardPlan plan = planShards(table, 2, {}, [&](const TensorShardPlan&) { ++seen; });
    QCOMPARE(seen, std::size_t(2));
    QCOMPARE(plan.bytesPerRank[0], std::uint64_t(8 + 16));
    QCOMPARE(plan.replicatedBytes, std::uint64_t(16));
  }
};

QTEST_APPLESS_MAIN(ShardPlanTest)
#include "shard_plan_test.moc"
