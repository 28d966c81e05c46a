// The models and sentences of the start page and the Overview page.

#include "tests/support/safetensors_file.h"
#include "ui/models/checkpoint_overview.h"
#include "ui/models/finding_groups.h"
#include "ui/models/recent_model.h"
#include "ui/models/tensor_state_model.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

using namespace assay;
using Show = TensorStateModel::Show;
using Mode = QAbstractItemModelTester::FailureReportingMode;

namespace {

std::shared_ptr<const Checkpoint> open(const std::string& bytes,
                                       const std::string& name = "model.safetensors") {
  static const test::TemporaryFolder folder;
  test::writeFile(folder / name, bytes);
  NoProgress progress;
  auto opened = openCheckpoint(folder / name, {}, progress);
  return opened ? *opened : nullptr;
}

/// `count` tensors of ten bytes each.
std::string manyTensors(int count) {
  std::vector<test::TestTensor> tensors;
  for (int i = 0; i < count; ++i) {
    tensors.push_back({.name = "layers." + std::to_string(i) + ".weight",
                       .dtype = "U8",
                       .shape = {5, 2},
                       .data = std::string(10, 'x')});
  }
  return test::makeSafetensors(tensors);
}

QString value(const std::vector<Fact>& facts, const char* label) {
  for (const Fact& fact : facts) {
    if (fact.label == QLatin1String(label)) {
      return fact.value;
    }
  }
  return QStringLiteral("(none)");
}

} // namespace

class OverviewModelsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void stateRows_data();
  void stateRows();
  void stateTexts();
  void emptyStateModel();
  void recentModel();
  void recentNames();
  void facts();
  void verdicts();
  void findingsOfOneKindStandTogether();
  void cutTensorSaysItsRows();
  void hostileNamesAreEscaped();
  void titles();
  void shortPaths();
};

void OverviewModelsTest::initTestCase() {
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

void OverviewModelsTest::stateRows_data() {
  QTest::addColumn<int>("tensors");
  QTest::addColumn<int>("cutBytes");
  QTest::newRow("one") << 1 << 0;
  QTest::newRow("one, cut") << 1 << 4;
  QTest::newRow("a block less one") << 255 << 14;
  QTest::newRow("a block") << 256 << 14;
  QTest::newRow("a block and one") << 257 << 14;
  QTest::newRow("several blocks") << 1000 << 5004;
  QTest::newRow("on a border") << 600 << 3440;
}

void OverviewModelsTest::stateRows() {
  QFETCH(int, tensors);
  QFETCH(int, cutBytes);
  std::string bytes = manyTensors(tensors);
  bytes.resize(bytes.size() - std::size_t(cutBytes));
  const auto checkpoint = open(bytes);
  TensorStateModel model;
  const QAbstractItemModelTester tester(&model, Mode::QtTest);
  model.setCheckpoint(checkpoint);
  QCOMPARE(model.rowCount(), tensors);
  QCOMPARE(model.count(Show::Complete) + model.count(Show::CutOff) + model.count(Show::Missing),
           std::uint64_t(tensors));
  QCOMPARE(model.count(Show::CutOff), std::uint64_t(cutBytes % 10 == 0 ? 0 : 1));
  for (const Show show : {Show::Complete, Show::CutOff, Show::Missing, Show::All}) {
    model.setShow(show);
    QCOMPARE(model.rowCount(), int(model.count(show)));
    std::uint32_t previous = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
      const TensorId id = model.tensorAt(row);
      QVERIFY(row == 0 || id.value > previous);
      previous = id.value;
      QCOMPARE(model.rowOf(id), row);
      const QModelIndex index = model.index(row, 0);
      QVERIFY(show == Show::All ||
              index.data(TensorStateModel::ConditionRole).toInt() == int(show));
    }
  }
}

void OverviewModelsTest::stateTexts() {
  std::string bytes = manyTensors(3);
  bytes.resize(bytes.size() - 13);
  TensorStateModel model;
  model.setCheckpoint(open(bytes));
  const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
  QCOMPARE(text(0, TensorStateModel::NameColumn), QStringLiteral("layers.0.weight"));
  QCOMPARE(text(0, TensorStateModel::ShapeColumn), QStringLiteral("5 × 2"));
  QCOMPARE(text(0, TensorStateModel::InTheFileColumn), QStringLiteral("all"));
  QCOMPARE(text(1, TensorStateModel::InTheFileColumn), QStringLiteral("7 bytes (70 %)"));
  QCOMPARE(text(2, TensorStateModel::InTheFileColumn), QStringLiteral("nothing"));
  const auto raw =
      model.index(1, TensorStateModel::InTheFileColumn).data(TensorStateModel::SortRole);
  QCOMPARE(raw.toULongLong(), 7ULL);
  QVERIFY(model.index(2, 0)
              .data(Qt::ToolTipRole)
              .toString()
              .contains(QStringLiteral("past the end of the file")));
  QCOMPARE(model.headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(),
           QStringLiteral("In the file"));
}

void OverviewModelsTest::emptyStateModel() {
  TensorStateModel model;
  const QAbstractItemModelTester tester(&model, Mode::QtTest);
  QCOMPARE(model.rowCount(), 0);
  model.setCheckpoint(open(test::safetensorsBytes("{}", "")));
  QCOMPARE(model.rowCount(), 0);
  model.setCheckpoint(nullptr);
  QCOMPARE(model.rowOf(TensorId{0}), -1);
}

void OverviewModelsTest::recentModel() {
  RecentModel model;
  const QAbstractItemModelTester tester(&model, Mode::QtTest);
  QSignalSpy changed(&model, &RecentModel::entriesChanged);
  for (int i = 0; i < RecentModel::mostEntries + 5; ++i) {
    RecentEntry entry;
    entry.path = QStringLiteral("/m/%1").arg(i);
    entry.name = QString::number(i);
    model.add(entry);
  }
  QCOMPARE(model.rowCount(), RecentModel::mostEntries);
  QCOMPARE(model.entries().front().path, QStringLiteral("/m/24"));
  RecentEntry again;
  again.path = QStringLiteral("/m/20");
  model.add(again);
  QCOMPARE(model.rowCount(), RecentModel::mostEntries);
  QCOMPARE(model.entries().front().path, QStringLiteral("/m/20"));
  model.removeAt(0);
  QCOMPARE(model.rowCount(), RecentModel::mostEntries - 1);
  model.removeAt(99);
  QSignalSpy data(&model, &QAbstractItemModel::dataChanged);
  model.setMissing(QStringLiteral("/m/24"), true);
  model.setMissing(QStringLiteral("/m/24"), true);
  QCOMPARE(data.count(), 1);
  QCOMPARE(recentDetail(model.entries().front()), QStringLiteral("not found"));
  model.clear();
  QCOMPARE(model.rowCount(), 0);
  QVERIFY(changed.count() > 20);
}

void OverviewModelsTest::recentNames() {
  const auto generic = open(manyTensors(2), "model.safetensors");
  const RecentEntry entry = recentEntry(*generic, QStringLiteral("/x"));
  QCOMPARE(entry.name, QString::fromStdString(generic->path().parent_path().filename().string()));
  QCOMPARE(entry.parameters, std::uint64_t{20});
  QCOMPARE(entry.severity, -1);
  const auto own = open(manyTensors(2), "style-lora-r16.safetensors");
  QCOMPARE(recentEntry(*own, QStringLiteral("/x")).name, QStringLiteral("style-lora-r16"));
  const auto cut = open(manyTensors(2).substr(0, 150), "cut.safetensors");
  const RecentEntry worst = recentEntry(*cut, QStringLiteral("/x"));
  QCOMPARE(worst.severity, 0);
  QCOMPARE(recentDetail(worst), QStringLiteral("incomplete"));
}

void OverviewModelsTest::facts() {
  const auto checkpoint = open(manyTensors(4));
  const auto facts = fileFacts(*checkpoint, describeCheckpoint(*checkpoint));
  QCOMPARE(value(facts, "Tensors"), QStringLiteral("4, all U8"));
  QVERIFY(value(facts, "Parameters").startsWith(QStringLiteral("40 stored elements")));
  QVERIFY(value(facts, "Header").contains(QStringLiteral("bytes of JSON; data starts at ")));
  QCOMPARE(value(facts, "Alignment"),
           QStringLiteral("Data and every tensor start on a multiple of 2"));
  const std::vector<test::TestTensor> floats{
      {.name = "a", .dtype = "F32", .shape = {4}, .data = std::string(16, '\0')},
      {.name = "b", .dtype = "BF16", .shape = {4}, .data = std::string(8, '\0')}};
  const auto mixed = open(test::makeSafetensors(floats));
  const auto mixedFacts = fileFacts(*mixed, describeCheckpoint(*mixed));
  QCOMPARE(value(mixedFacts, "Parameters"), QStringLiteral("8 (same as stored elements)"));
  QVERIFY(value(mixedFacts, "Tensors").startsWith(QStringLiteral("2: 1 BF16, 1 F32")));
}

void OverviewModelsTest::verdicts() {
  const std::string whole = manyTensors(3);
  const auto sound = open(whole);
  QCOMPARE(readingVerdict(*sound, describeCheckpoint(*sound)).title,
           QStringLiteral("All 3 tensors can be read"));
  QCOMPARE(referenceVerdict(*sound).title, QStringLiteral("Reference loader accepts this file"));
  QVERIFY(referenceVerdict(*sound).text.contains(QStringLiteral("safetensors 0.8.0")));
  const auto cut = open(whole.substr(0, whole.size() - 15));
  const Verdict reading = readingVerdict(*cut, describeCheckpoint(*cut));
  QCOMPARE(reading.title, QStringLiteral("1 of 3 tensors can be read"));
  QVERIFY(reading.text.startsWith(QStringLiteral("The file stops 15 bytes early.")));
  const Verdict reference = referenceVerdict(*cut);
  QCOMPARE(reference.mood, Verdict::Mood::Bad);
  QVERIFY(reference.text.startsWith(QStringLiteral("MetadataIncompleteBuffer: ")));
  QCOMPARE(statusText(*cut, describeCheckpoint(*cut)),
           QStringLiteral("3 tensors described  ·  1 complete, 1 cut off, 1 missing"));
}

void OverviewModelsTest::findingsOfOneKindStandTogether() {
  std::string header = "{";
  for (int i = 0; i < 5; ++i) {
    header += (i == 0 ? "" : ",") + std::string("\"t") + std::to_string(i) +
              R"(":{"dtype":"U8","shape":[4],"data_offsets":[)" + std::to_string(i * 10) + "," +
              std::to_string(i * 10 + 5) + "]}";
  }
  const auto checkpoint = open(test::safetensorsBytes(header + "}", std::string(45, 'x')));
  const auto groups = groupFindings(*checkpoint, describeCheckpoint(*checkpoint));
  QVERIFY(groups.size() >= 3);
  for (std::size_t i = 1; i < groups.size(); ++i) {
    QVERIFY(groups[i - 1].shape <= groups[i].shape);
  }
  QVERIFY(std::any_of(groups.begin(), groups.end(),
                      [](const FindingGroup& group) { return group.more.size() >= 3; }));
  QCOMPARE(groups.back().title, QStringLiteral("No checksum in this format"));
}

void OverviewModelsTest::cutTensorSaysItsRows() {
  std::string bytes = manyTensors(3);
  bytes.resize(bytes.size() - 13);
  const auto checkpoint = open(bytes);
  const auto groups = groupFindings(*checkpoint, describeCheckpoint(*checkpoint));
  const auto note = std::find_if(groups.begin(), groups.end(), [](const FindingGroup& group) {
    return group.title == QStringLiteral("1 tensor is cut off");
  });
  QVERIFY(note != groups.end());
  QCOMPARE(
      note->message,
      QStringLiteral("layers.1.weight has 7 bytes of 10 bytes. Its first 3 rows can be read."));
  QCOMPARE(note->tensor, std::optional(QStringLiteral("layers.1.weight")));
}

void OverviewModelsTest::hostileNamesAreEscaped() {
  const auto checkpoint = open(test::safetensorsBytes(
      R"({"a\u202egnp\u001b[31m":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})", "x"));
  TensorStateModel model;
  model.setCheckpoint(checkpoint);
  const QString name = model.index(0, 0).data().toString();
  QVERIFY(!name.contains(QChar(0x202E)));
  QVERIFY(!name.contains(QChar(0x1B)));
}

void OverviewModelsTest::titles() {
  const auto checkpoint = open(manyTensors(1));
  const QString folder =
      QString::fromStdString(checkpoint->path().parent_path().filename().string());
  QCOMPARE(windowTitle(*checkpoint), folder + QStringLiteral(" — model.safetensors"));
}

void OverviewModelsTest::shortPaths() {
  const QString home = QStringLiteral("/home/ann");
  QCOMPARE(shortPath(QStringLiteral("/home/ann/m/x"), home), QStringLiteral("~/m/x"));
  QCOMPARE(shortPath(QStringLiteral("/home/anna/x"), home), QStringLiteral("/home/anna/x"));
  QCOMPARE(shortPath(QStringLiteral("/x"), QString()), QStringLiteral("/x"));
}

QTEST_GUILESS_MAIN(OverviewModelsTest)
#include "overview_models_test.moc"
