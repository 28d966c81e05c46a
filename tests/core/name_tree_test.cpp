#include "core/tensor/name_tree.h"
#include "core/tensor/natural_order.h"
#include "tests/support/tensor_table_of.h"

#include <QTest>

using namespace assay;
using namespace assay::test;

namespace {

/// The tree as text: two blanks a level, folds as "[1..29]".
std::string textOf(const NameTree& tree, NameTree::Node node = NameTree::root, int level = 0) {
  std::string text;
  for (const NameTree::Node child : tree.children(node)) {
    text += std::string(static_cast<std::size_t>(level) * 2, ' ');
    if (tree.kind(child) == NameTree::Kind::Fold) {
      text += "[" + std::string(tree.name(child)) + ".." +
              std::string(tree.name(tree.children(child).back())) + "]\n";
      continue; // folded
    }
    text += std::string(tree.name(child)) + "\n" + textOf(tree, child, level + 1);
  }
  return text;
}

NameTree treeOf(const TensorTable& table) {
  return NameTree::buildAll(table, {});
}

std::vector<TableRow> layers(int count) {
  std::vector<TableRow> tensors{{"model.embed_tokens.weight"}, {"model.norm.weight"}};
  for (int i = 0; i < count; ++i) {
    const std::string prefix = "model.layers." + std::to_string(i) + ".";
    tensors.push_back({prefix + "mlp.up_proj.weight"});
    tensors.push_back({prefix + "mlp.down_proj.weight"});
    tensors.push_back({prefix + "input_layernorm.weight", {3}});
  }
  return tensors;
}

} // namespace

class NameTreeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void naturalOrderCountsAsPeopleDo() {
    QVERIFY(naturalOrder("a.9", "a.10") < 0);
    QVERIFY(naturalOrder("a.b", "a-b") < 0); // a dot first
    QVERIFY(naturalOrder("a", "a.b") < 0);
    QVERIFY(naturalOrder("a01", "a1") < 0);
    QVERIFY(naturalOrder("a1", "a01") > 0);
    QVERIFY(naturalOrder("x99999999999999999999999", "x100000000000000000000000") < 0);
    QVERIFY(naturalOrder("same", "same") == 0);
  }

  void layersAreFolded() {
    const TensorTable table = tableOf(layers(12));
    const NameTree tree = treeOf(table);
    QCOMPARE(textOf(tree), std::string("model\n"
                                       "  embed_tokens.weight\n"
                                       "  layers\n"
                                       "    0\n"
                                       "      input_layernorm.weight\n"
                                       "      mlp\n"
                                       "        down_proj.weight\n"
                                       "        up_proj.weight\n"
                                       "    [1..11]\n"
                                       "  norm.weight\n"));
    const NameTree::Node model = tree.children(NameTree::root)[0];
    QCOMPARE(tree.sums(model).tensors, 38U);
    const auto group = tree.findGroup("model.layers");
    QVERIFY(group);
    QCOMPARE(tree.layers(*group), 12U);
    QCOMPARE(tree.layers(model), 0U);
    const NameTree::Node foldNode = tree.children(*group)[1];
    QCOMPARE(tree.sums(foldNode).tensors, 33U);
    QCOMPARE(tree.children(foldNode).size(), std::size_t(11));
  }

  void aDifferentLayerBreaksTheFold() {
    std::vector<TableRow> tensors = layers(8);
    tensors.push_back({"model.layers.4.extra.weight"});
    const TensorTable table = tableOf(tensors);
    const NameTree tree = treeOf(table);
    const std::string text = textOf(tree);
    QVERIFY(text.find("    [1..3]\n    4\n") != std::string::npos);
    QVERIFY(text.find("    5\n      input_layernorm.weight") != std::string::npos);
    QVERIFY(text.find("    [6..7]\n") != std::string::npos);
  }

  void differentDtypesAndShapesAreNotAlike() {
    const TensorTable table =
        tableOf({{"b.0.a.w"}, {"b.1.a.w"}, {"b.2.a.w", {2, 3}, Dtype::F32}, {"b.3.a.w", {3, 2}}});
    QVERIFY(textOf(treeOf(table)).find('[') == std::string::npos);
  }

  void pathsLeadBack() {
    const TensorTable table = tableOf(layers(12));
    const NameTree tree = treeOf(table);
    for (std::size_t i = 0; i < table.size(); ++i) {
      const auto node = tree.find(TensorId{static_cast<std::uint32_t>(i)});
      QVERIFY(node);
      QCOMPARE(tree.path(*node), std::string(table.at(i).name));
      QCOMPARE(tree.tensor(*node).value, static_cast<std::uint32_t>(i));
      // Rows and parents agree, all the way up.
      for (auto at = *node; at != NameTree::root; at = tree.parent(at)) {
        QCOMPARE(tree.children(tree.parent(at))[tree.rowInParent(at)], at);
      }
    }
    const auto layer = tree.findGroup("model.layers.7");
    QVERIFY(layer);
    QCOMPARE(tree.tensorsBelow(*layer).size(), std::size_t(3));
    QVERIFY(!tree.findGroup("model.layers.77"));
  }

  void oddNames() {
    const TensorTable table =
        tableOf({{""}, {"."}, {"..."}, {"w"}, {"a."}, {".a"}, {"a.b"}, {"a.b.c"}, {"a.b"}});
    const NameTree tree = treeOf(table);
    QCOMPARE(tree.tensorsBelow(NameTree::root).size(), table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
      const auto node = tree.find(TensorId{static_cast<std::uint32_t>(i)});
      QVERIFY(node);
      QCOMPARE(tree.path(*node), std::string(table.at(i).name));
    }
  }

  void hostileDepthCostsNothing() {
    std::vector<TableRow> tensors;
    for (int i = 0; i < 20; ++i) {
      tensors.push_back({std::string(100'000, '.') + std::to_string(i)});
    }
    const TensorTable table = tableOf(tensors);
    const NameTree tree = treeOf(table);
    QVERIFY(tree.size() < 2 * NameTree::mostDepth + tensors.size());
  }

  void rowsStandInOrder() {
    const TensorTable table = tableOf(layers(5));
    const NameTree tree = treeOf(table);
    std::vector<NameTree::Node> down;
    std::vector<NameTree::Node> open{NameTree::root};
    while (!open.empty()) {
      down.push_back(open.back());
      open.pop_back();
      const auto inner = tree.children(down.back());
      open.insert(open.end(), inner.rbegin(), inner.rend());
    }
    QCOMPARE(down.size(), tree.size());
    for (std::size_t i = 1; i < down.size(); ++i) {
      QVERIFY(tree.isAbove(down[i - 1], down[i]) && !tree.isAbove(down[i], down[i - 1]));
    }
  }

  void asPartOfATable() {
    const TensorTable table = tableOf(layers(3));
    const std::vector<std::uint32_t> rows{0, 4};
    const NameTree tree = NameTree::build(table, rows, {});
    QCOMPARE(tree.sums(NameTree::root).tensors, 2U);
    QVERIFY(!tree.find(TensorId{1}));
  }

  void stopsWhenAsked() {
    StopSource stop;
    stop.requestStop();
    const TensorTable table = tableOf(layers(3));
    QCOMPARE(NameTree::buildAll(table, stop.token()).size(), std::size_t(1));
  }
};

QTEST_APPLESS_MAIN(NameTreeTest)
#include "name_tree_test.moc"
