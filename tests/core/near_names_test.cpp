#include "core/tensor/near_names.h"

#include <QTest>
#include <string>
#include <vector>

using namespace assay;

namespace {

TensorTable tableOf(const std::vector<std::string>& names) {
  TensorTableBuilder builder;
  for (const std::string& name : names) {
    TensorInfo info{};
    info.name = name;
    builder.add(info, 0);
  }
  return builder.build();
}

using Names = std::vector<std::string>;

} // namespace

class NearNamesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theLikeliestFirst() {
    const TensorTable table =
        tableOf({"model.norm.weight", "model.norm.bias", "lm_head.weight", "Model.Norm.Weight"});
    QCOMPARE(nearNames(table, "model.nrom.weight"),
             (Names{"model.norm.weight", "Model.Norm.Weight"}));
    QCOMPARE(nearNames(table, "LM_HEAD.WEIGHT"), (Names{"lm_head.weight"}));
    QCOMPARE(nearNames(table, "norm").size(), std::size_t(3));
    QCOMPARE(nearNames(table, "norm", 1), (Names{"model.norm.weight"}));
  }

  void nothingNear() {
    const TensorTable table = tableOf({"model.norm.weight"});
    QCOMPARE(nearNames(table, "something.else.entirely"), Names{});
    QCOMPARE(nearNames(table, ""), Names{});
    QCOMPARE(nearNames(table, std::string(10'000, 'm')), Names{});
    QCOMPARE(nearNames(tableOf({}), "x"), Names{});
  }

  void atMostAFewTypingErrors() {
    const TensorTable table = tableOf({"abcdefghij"});
    QCOMPARE(nearNames(table, "abcdefgXiX").size(), std::size_t(1));   // two of ten changed
    QCOMPARE(nearNames(table, "abcdefghijkl").size(), std::size_t(1)); // two too many
    QCOMPARE(nearNames(table, "abcdefXXXj"), Names{});
  }
};

QTEST_APPLESS_MAIN(NearNamesTest)
#include "near_names_test.moc"
