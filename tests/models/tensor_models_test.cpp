// The outline and the list of tensors, what filters and sorts them.

#include "tests/support/big_header.h"
#include "tests/support/safetensors_file.h"
#include "ui/models/outline_model.h"
#include "ui/models/tensor_list_model.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QTest>

using namespace assay;
using Mode = QAbstractItemModelTester::FailureReportingMode;
using Rows = std::vector<std::uint32_t>;

namespace {

std::shared_ptr<const Checkpoint> open(const std::string& bytes) {
  const test::TemporaryFolder folder;
  test::writeFile(folder / "model.safetensors", bytes);
  NoProgress progress;
  return openCheckpoint(folder / "model.safetensors", {}, progress).value();
}

test::TestTensor tensor(std::string name, std::string dtype, std::vector<std::uint64_t> shape,
                        std::size_t bytes) {
  return {.name = std::move(name),
          .dtype = std::move(dtype),
          .shape = std::move(shape),
          .data = std::string(bytes, '\1')};
}

/// An embedding, four equal layers and a norm.
std::shared_ptr<const Checkpoint> smallModel() {
  std::vector<test::TestTensor> tensors{tensor("model.embed_tokens.weight", "BF16", {16, 8}, 256)};
  for (int layer = 0; layer < 4; ++layer) {
    const std::string prefix = "model.layers." + std::to_string(layer) + ".";
    tensors.push_back(tensor(prefix + "mlp.up_proj.weight", "BF16", {24, 8}, 384));
    tensors.push_back(tensor(prefix + "norm.weight", "F32", {8}, 32));
  }
  tensors.push_back(tensor("model.norm.weight", "F32", {8}, 32));
  return open(test::makeSafetensors(tensors));
}

std::shared_ptr<const NameTree> treeOf(const Checkpoint& checkpoint) {
  return std::make_shared<const NameTree>(NameTree::buildAll(checkpoint.table(), {}));
}

/// Every row as "name|shape|dtype|size", two blanks a level.
QStringList linesOf(const QAbstractItemModel& model, const QModelIndex& parent = {},
                    int level = 0) {
  QStringList lines;
  for (int row = 0; row < model.rowCount(parent); ++row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(parent); ++column) {
      cells << model.index(row, column, parent).data().toString();
    }
    lines << QString(2 * level, QLatin1Char(' ')) + cells.join(QLatin1Char('|'));
    lines << linesOf(model, model.index(row, 0, parent), level + 1);
  }
  return lines;
}

Rows rowsFor(const Checkpoint& checkpoint, const char* filter,
             std::optional<TensorColumn> sortBy = {}, bool descending = false) {
  const RowOrderRequest request{TensorFilter(QString::fromUtf8(filter)), sortBy, descending};
  return *computeRowOrder(checkpoint.table(), request, {});
}

} // namespace

class TensorModelsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }
  void outlineAsText();
  void outlineRoles();
  void outlineIsSwapped();
  void oddNamesInTheOutline();
  void listCells();
  void listIsSwapped();
  void unknownDtype();
  void filters_data();
  void filters();
  void sorts_data();
  void sorts();
  void orderIsGivenUp();
  void aHundredThousand();
};

void TensorModelsTest::outlineAsText() {
  const auto checkpoint = smallModel();
  OutlineModel model;
  const QAbstractItemModelTester tester(&model, Mode::QtTest);
  model.setTree(checkpoint, treeOf(*checkpoint));
  const QString layer = QStringLiteral("mlp|1 tensor||384 bytes\n"
                                       "L  up_proj.weight|24 × 8|BF16|384 bytes\n"
                                       "Lnorm.weight|8|F32|32 bytes\n");
  const auto indented = [&](int level) {
    const QString blanks(2 * level, QLatin1Char(' '));
    return blanks + QString(layer).replace(QLatin1Char('L'), blanks);
  };
  QString wanted = QStringLiteral("model|10 tensors||1.95 kB\n"
                                  "  embed_tokens.weight|16 × 8|BF16|256 bytes\n"
                                  "  layers|4 layers||1.66 kB\n"
                                  "    0|2 tensors||416 bytes\n");
  wanted += indented(3);
  wanted += QStringLiteral("    1 – 3|3 layers like 0||1.25 kB\n");
  for (int i = 1; i <= 3; ++i) {
    wanted += QStringLiteral("      %1|2 tensors||416 bytes\n").arg(i) + indented(4);
  }
  wanted += QStringLiteral("  norm.weight|8|F32|32 bytes");
  QCOMPARE(linesOf(model).join(QLatin1Char('\n')), wanted);
}

void TensorModelsTest::outlineRoles() {
  const auto checkpoint = smallModel();
  OutlineModel model;
  model.setTree(checkpoint, treeOf(*checkpoint));
  const auto node = model.tree()->find(TensorId{1});
  QVERIFY(node);
  const QModelIndex name = model.indexOf(*node);
  QCOMPARE(model.tensorOf(name), std::optional(TensorId{1}));
  QCOMPARE(name.data(Qt::ToolTipRole).toString(),
           QStringLiteral("model.layers.0.mlp.up_proj.weight"));
  const QModelIndex size = name.siblingAtColumn(OutlineModel::SizeColumn);
  QCOMPARE(size.data(OutlineModel::SortRole).toULongLong(), 384ULL);
  QVERIFY(size.data(Qt::ToolTipRole).toString().contains(QStringLiteral("384")));
  QVERIFY(!name.data(OutlineModel::QuietRole).toBool());
  QVERIFY(!model.tensorOf(name.parent()));
  for (int column = 0; column < model.columnCount(); ++column) {
    QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
  }
}

void TensorModelsTest::outlineIsSwapped() {
  const auto checkpoint = smallModel();
  OutlineModel model;
  const QAbstractItemModelTester tester(&model, Mode::QtTest);
  model.setTree(checkpoint, treeOf(*checkpoint));
  const Rows norms = rowsFor(*checkpoint, "layers norm");
  model.setTree(checkpoint,
                std::make_shared<const NameTree>(NameTree::build(checkpoint->table(), norms, {})));
  QCOMPARE(model.rowCount(), 1);
  QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("4 tensors"));
  model.setTree(checkpoint, nullptr);
  QCOMPARE(model.rowCount(), 0);
}

void TensorModelsTest::oddNamesInTheOutline() {
  const auto checkpoint = open(test::makeSafetensors(
      std::vector<test::TestTensor>{tensor("", "U8", {1}, 1), tensor("...", "U8", {1}, 1),
                                    tensor("line\nbreak\t\x1b[31m.w", "U8", {1}, 1)}));
  QCOMPARE(checkpoint->table().size(), std::size_t{3});
  OutlineModel model;
  const QAbstractItemModelTester tester(&model, Mode::QtTest);
  model.setTree(checkpoint, treeOf(*checkpoint));
  const QString text = linesOf(model).join(QLatin1Char('|'));
  for (const QChar c : text) {
    QVERIFY2(c.isPrint(), qPrintable(text)); // nothing in a name breaks a line or hides
  }
}

void TensorModelsTest::listCells() {
  const auto checkpoint = smallModel();
  TensorListModel model;
  const QAbstractItemModelTester tester(&model, Mode::QtTest);
  model.setCheckpoint(checkpoint);
  QCOMPARE(model.rowCount(), 0); // no order yet
  model.setOrder(std::make_shared<const Rows>(rowsFor(*checkpoint, "")));
  QCOMPARE(model.rowCount(), 10);
  const auto text = [&](TensorColumn column, int role = Qt::DisplayRole) {
    return model.index(1, static_cast<int>(column)).data(role).toString();
  };
  QCOMPARE(text(TensorColumn::Name), QStringLiteral("model.layers.0.mlp.up_proj.weight"));
  QCOMPARE(text(TensorColumn::Dtype), QStringLiteral("BF16"));
  QCOMPARE(text(TensorColumn::Shape), QStringLiteral("24 × 8"));
  QCOMPARE(text(TensorColumn::Parameters), QStringLiteral("192"));
  QCOMPARE(text(TensorColumn::Size), QStringLiteral("384 bytes"));
  QCOMPARE(text(TensorColumn::DataOffsets), QStringLiteral("[256, 640)"));
  QCOMPARE(text(TensorColumn::Shard), QStringLiteral("model.safetensors"));
  QCOMPARE(text(TensorColumn::Size, TensorListModel::SortRole), QStringLiteral("384"));
  const std::uint64_t begin = checkpoint->table().at(1).fileRange.begin;
  QCOMPARE(text(TensorColumn::FileOffset, TensorListModel::SortRole), QString::number(begin));
  const std::uint64_t alignment = text(TensorColumn::Alignment).remove(QLatin1Char(',')).toULong();
  QVERIFY(begin % alignment == 0 && begin % (2 * alignment) != 0);
  for (const TensorColumnFacts& facts : tensorColumns()) {
    const int column = static_cast<int>(facts.column);
    QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
    QCOMPARE(&tensorColumnFacts(facts.column), &facts); // the table stands in their order
  }
}

void TensorModelsTest::listIsSwapped() {
  const auto checkpoint = smallModel();
  TensorListModel model;
  const QAbstractItemModelTester tester(&model, Mode::QtTest);
  model.setCheckpoint(checkpoint);
  model.setOrder(std::make_shared<const Rows>(Rows{3, 0}));
  QCOMPARE(model.tensorAt(0), TensorId{3});
  QCOMPARE(model.rowOf(TensorId{0}), 1);
  QCOMPARE(model.rowOf(TensorId{1}), -1);
  model.setOrder(std::make_shared<const Rows>());
  QCOMPARE(model.rowCount(), 0);
  model.setCheckpoint(nullptr);
  QCOMPARE(model.rowCount(), 0);
}

void TensorModelsTest::unknownDtype() {
  const auto checkpoint = open(test::makeSafetensors(
      std::vector<test::TestTensor>{tensor("a", "F12", {8}, 12), tensor("b", "U8", {4}, 4)}));
  TensorListModel model;
  model.setCheckpoint(checkpoint);
  model.setOrder(std::make_shared<const Rows>(rowsFor(*checkpoint, "f12")));
  QCOMPARE(model.rowCount(), 1);
  QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("F12"));
}

void TensorModelsTest::filters_data() {
  QTest::addColumn<QByteArray>("filter");
  QTest::addColumn<int>("count");
  const auto row = [](const char* filter, int count) {
    QTest::newRow(*filter == '\0' ? "nothing" : filter) << QByteArray(filter) << count;
  };
  row("", 10);
  row("   ", 10);
  row("NORM", 5);
  row("layers norm", 4);
  row("norm layers", 4);
  row("bf16", 5);
  row("f16", 0);
  row("BF16 up", 4);
  row("24x8", 4);
  row("24 × 8", 4);
  row("24×8", 4);
  row("24*8", 4);
  row("16X8 embed", 1);
  row("24", 4);
  row("q_porj", 0);
  row("model.layers.2.", 2);
}

void TensorModelsTest::filters() {
  QFETCH(QByteArray, filter);
  QFETCH(int, count);
  const auto checkpoint = smallModel();
  const Rows rows = rowsFor(*checkpoint, filter.constData());
  QCOMPARE(static_cast<int>(rows.size()), count);
  QVERIFY(std::is_sorted(rows.begin(), rows.end())); // the file's order
}

void TensorModelsTest::sorts_data() {
  QTest::addColumn<int>("column");
  for (const TensorColumnFacts& facts : tensorColumns()) {
    QTest::newRow(facts.title) << static_cast<int>(facts.column);
  }
}

void TensorModelsTest::sorts() {
  QFETCH(int, column);
  const auto checkpoint = open(test::makeSafetensors(std::vector<test::TestTensor>{
      tensor("x.10.w", "F32", {2, 2}, 16), tensor("x.9.w", "BF16", {10}, 20),
      tensor("a.w", "U8", {3}, 3), tensor("x.9.b", "U8", {2, 1}, 2)}));
  TensorListModel model;
  model.setCheckpoint(checkpoint);
  const auto textsOf = [&](bool descending) {
    model.setOrder(std::make_shared<const Rows>(
        rowsFor(*checkpoint, "", static_cast<TensorColumn>(column), descending)));
    std::vector<QVariant> values;
    for (int row = 0; row < model.rowCount(); ++row) {
      values.push_back(model.index(row, column).data(TensorListModel::SortRole));
    }
    return values;
  };
  const std::vector<QVariant> up = textsOf(false);
  std::vector<QVariant> down = textsOf(true);
  std::reverse(down.begin(), down.end());
  QCOMPARE(up.size(), std::size_t{4});
  QCOMPARE(up, down);
  switch (static_cast<TensorColumn>(column)) {
  case TensorColumn::Name: // digits by their value
    QCOMPARE(rowsFor(*checkpoint, "", TensorColumn::Name), (Rows{2, 3, 1, 0}));
    break;
  case TensorColumn::Shape: // axis by axis, by value
    QCOMPARE(rowsFor(*checkpoint, "", TensorColumn::Shape), (Rows{3, 0, 2, 1}));
    break;
  case TensorColumn::Dtype:
  case TensorColumn::Shard:
    break;
  default:
    QVERIFY(std::is_sorted(up.begin(), up.end(), [](const QVariant& a, const QVariant& b) {
      return a.toULongLong() < b.toULongLong();
    }));
  }
}

void TensorModelsTest::orderIsGivenUp() {
  const auto checkpoint = smallModel();
  StopSource stop;
  stop.requestStop();
  QVERIFY(!computeRowOrder(checkpoint->table(), {}, stop.token()));
}

void TensorModelsTest::aHundredThousand() {
  const test::TemporaryFolder folder;
  test::writeBigCheckpoint(folder / "big.safetensors", 100'000);
  NoProgress progress;
  const auto checkpoint = openCheckpoint(folder / "big.safetensors", {}, progress).value();
  QCOMPARE(checkpoint->table().size(), std::size_t{100'000});
  OutlineModel outline;
  outline.setTree(checkpoint, treeOf(*checkpoint));
  QCOMPARE(outline.index(0, 1).data().toString(), QStringLiteral("100,000 tensors"));
  const Rows found = rowsFor(*checkpoint, "experts.7.up_proj", TensorColumn::Name, true);
  QCOMPARE(found.size(), std::size_t{256}); // one a layer
  TensorListModel list;
  list.setCheckpoint(checkpoint);
  list.setOrder(std::make_shared<const Rows>(found));
  QCOMPARE(list.index(0, 0).data().toString(),
           QStringLiteral("model.layers.255.mlp.experts.7.up_proj.weight"));
}

QTEST_GUILESS_MAIN(TensorModelsTest)
#include "tensor_models_test.moc"
