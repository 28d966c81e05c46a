// The tensors page under the hands of a reader: filter, sort, select, go to, copy, slice.

#include "tests/support/big_header.h"
#include "tests/support/safetensors_file.h"
#include "ui/models/outline_model.h"
#include "ui/models/tensor_list_model.h"
#include "ui/views/inspector.h"
#include "ui/views/outline_view.h"
#include "ui/views/tensor_list_view.h"
#include "ui/views/tensors_page.h"
#include "ui/views/values_section.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <filesystem>

using namespace assay;
using View = TensorsPage::View;

namespace {

std::shared_ptr<const Checkpoint> opened(const std::filesystem::path& path) {
  NoProgress progress;
  return openCheckpoint(path, {}, progress).value();
}

std::string counting(std::size_t bytes) {
  std::string data(bytes, '\0');
  for (std::size_t i = 0; i < bytes; ++i) {
    data[i] = static_cast<char>(i % 251);
  }
  return data;
}

/// Layers of two tensors, a stack of matrices, a vector, and sub-byte and unknown dtypes.
std::string modelBytes() {
  std::vector<test::TestTensor> tensors;
  for (int layer = 0; layer < 12; ++layer) {
    const std::string prefix = "model.layers." + std::to_string(layer) + ".";
    tensors.push_back({.name = prefix + "mlp.up_proj.weight",
                       .dtype = "U8",
                       .shape = {40, 60},
                       .data = counting(2400)});
    tensors.push_back(
        {.name = prefix + "norm.weight", .dtype = "I8", .shape = {20}, .data = counting(20)});
  }
  tensors.push_back({.name = "stack", .dtype = "U8", .shape = {2, 3, 4, 5}, .data = counting(120)});
  tensors.push_back(
      {.name = "nibbles", .dtype = "F4", .shape = {4}, .data = std::string("\x21\x43")});
  tensors.push_back({.name = "strange", .dtype = "F12", .shape = {2}, .data = "\x0a\x0b\x0c"});
  return test::makeSafetensors(tensors);
}

QString clipboard() {
  return QGuiApplication::clipboard()->text();
}

} // namespace

class TensorsPageTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase();
  void init();
  void cleanup() { m_page.reset(); }
  void outlineOpensOnTheFirstLayer();
  void filterAndClear();
  void openGroupsComeBackAfterAFilter();
  void sortingLeavesTheOutline();
  void noMatch();
  void selectionIsOneForBothViews();
  void selectByNameBeforeRowsAreThere();
  void groupTotals();
  void sortByHeader();
  void columnsMenu();
  void copying();
  void arrowsOpenAllBelow();
  void escapeGoesBack();
  void valuesGoTo();
  void valuesCopy();
  void valuesSlice();
  void valuesOfOddDtypes();
  void cutOffTensor();
  void moreRowsThanAScrollBarCounts();
  void aHundredThousandTensors();

 private:
  void show(const std::filesystem::path& path);
  void select(const char* name);
  [[nodiscard]] bool settle() const {
    return QTest::qWaitFor(
        [this] { return !m_page->isWorking() && !m_page->outline()->isExpanding(); }, 20'000);
  }
  [[nodiscard]] ValuesSection* values() const { return m_page->inspector()->values(); }
  [[nodiscard]] QLineEdit* goTo() const { return values()->findChild<QLineEdit*>(); }
  [[nodiscard]] QString cell(std::uint64_t row, std::uint64_t column) const {
    return values()->grid()->cellText(row, column).value_or(QString());
  }
  [[nodiscard]] int visibleRows() const;
  /// The first visible label of the page with this text in it.
  [[nodiscard]] QLabel* label(const QString& text) const;

  test::TemporaryFolder m_folder;
  std::shared_ptr<const Checkpoint> m_checkpoint;
  std::unique_ptr<TensorsPage> m_page;
};

void TensorsPageTest::initTestCase() {
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  test::writeFile(m_folder / "model.safetensors", modelBytes());
}

void TensorsPageTest::init() {
  show(m_folder / "model.safetensors");
}

void TensorsPageTest::show(const std::filesystem::path& path) {
  m_page = std::make_unique<TensorsPage>();
  m_page->resize(1440, 780);
  m_page->show();
  m_checkpoint = opened(path);
  m_page->setCheckpoint(m_checkpoint);
  QVERIFY(settle());
}

void TensorsPageTest::select(const char* name) {
  const auto id = m_checkpoint->table().find(name);
  QVERIFY2(id, name);
  m_page->selectTensor(*id);
}

int TensorsPageTest::visibleRows() const {
  int rows = 0;
  for (QModelIndex index = m_page->outline()->model()->index(0, 0); index.isValid();
       index = m_page->outline()->indexBelow(index)) {
    ++rows;
  }
  return rows;
}

QLabel* TensorsPageTest::label(const QString& text) const {
  for (QLabel* each : m_page->findChildren<QLabel*>()) {
    if (each->isVisible() && each->text().contains(text)) {
      return each;
    }
  }
  return nullptr;
}

void TensorsPageTest::outlineOpensOnTheFirstLayer() {
  const QAbstractItemModel* model = m_page->outline()->model();
  const QModelIndex layers = model->index(0, 0, model->index(0, 0));
  QCOMPARE(layers.data().toString(), QStringLiteral("layers"));
  QCOMPARE(layers.siblingAtColumn(1).data().toString(), QStringLiteral("12 layers"));
  QVERIFY(m_page->outline()->isExpanded(layers));
  QVERIFY(m_page->outline()->isExpanded(model->index(0, 0, layers)));
  const QModelIndex fold = model->index(1, 0, layers);
  QCOMPARE(fold.data().toString(), QStringLiteral("1 – 11"));
  QCOMPARE(fold.siblingAtColumn(1).data().toString(), QStringLiteral("11 layers like 0"));
  QVERIFY(!m_page->outline()->isExpanded(fold));
  QVERIFY(m_page->isInspectorShown());
  QVERIFY(label(QStringLiteral("Select a tensor.")));
  m_page->showView(View::List);
  QVERIFY(!m_page->isInspectorShown());
}

void TensorsPageTest::filterAndClear() {
  const int before = visibleRows();
  m_page->setFilterText(QStringLiteral("NORM layers.1"));
  QVERIFY(settle());
  QCOMPARE(m_page->list()->model()->rowCount(), 3); // 1, 10, 11
  QCOMPARE(visibleRows(), 9);                       // all of it is open: 1, and 10 and 11 as a fold
  m_page->setFilterText(QStringLiteral("40x60"));
  QVERIFY(settle());
  QCOMPARE(m_page->list()->model()->rowCount(), 12);
  m_page->setFilterText({});
  QVERIFY(settle());
  QCOMPARE(m_page->list()->model()->rowCount(), 27);
  QCOMPARE(visibleRows(), before);
}

void TensorsPageTest::openGroupsComeBackAfterAFilter() {
  m_page->outline()->expandEverything();
  QVERIFY(settle());
  const int all = visibleRows();
  QVERIFY(all > 12 * 4);
  const QModelIndex first = m_page->outline()->model()->index(0, 0);
  const QModelIndex layers = m_page->outline()->model()->index(0, 0, first);
  m_page->outline()->collapse(m_page->outline()->model()->index(0, 0, layers)); // layer 0
  const int kept = visibleRows();
  QVERIFY(kept < all);
  m_page->setFilterText(QStringLiteral("stack"));
  QVERIFY(settle());
  QCOMPARE(visibleRows(), 1);
  m_page->setFilterText({});
  QVERIFY(settle());
  QCOMPARE(visibleRows(), kept);
}

void TensorsPageTest::sortingLeavesTheOutline() {
  const QSignalSpy reset(m_page->outline()->model(), &QAbstractItemModel::modelReset);
  m_page->list()->horizontalHeader()->setSortIndicator(4, Qt::DescendingOrder);
  QVERIFY(settle());
  QCOMPARE(reset.count(), 0);
}

void TensorsPageTest::noMatch() {
  m_page->setFilterText(QStringLiteral("q_porj"));
  QVERIFY(settle());
  QVERIFY(label(QStringLiteral("No tensor matches “q_porj”")));
  QVERIFY(!m_page->outline()->isVisible());
  const QSignalSpy clear(m_page.get(), &TensorsPage::clearFilterRequested);
  for (QPushButton* button : m_page->findChildren<QPushButton*>()) {
    if (button->text() == QLatin1String("Clear Filter")) {
      QTest::mouseClick(button, Qt::LeftButton);
    }
  }
  QCOMPARE(clear.count(), 1);
  m_page->setFilterText({});
  QVERIFY(settle());
  QVERIFY(m_page->outline()->isVisible());
}

void TensorsPageTest::selectionIsOneForBothViews() {
  select("model.layers.7.norm.weight");
  const auto id = m_page->inspector()->tensor();
  QVERIFY(id);
  QCOMPARE(m_page->outline()->currentIndex().data().toString(), QStringLiteral("norm.weight"));
  QCOMPARE(m_page->outline()->currentIndex().parent().data().toString(), QStringLiteral("7"));
  m_page->showView(View::List);
  QCOMPARE(m_page->list()->currentIndex().siblingAtColumn(0).data().toString(),
           QStringLiteral("model.layers.7.norm.weight"));
  m_page->setFilterText(QStringLiteral("layers.7")); // it is still there, on another row
  QVERIFY(settle());
  QCOMPARE(m_page->list()->currentIndex().siblingAtColumn(0).data().toString(),
           QStringLiteral("model.layers.7.norm.weight"));
  QTest::keyClick(m_page->list(), Qt::Key_Up);
  QVERIFY(m_page->inspector()->tensor() != id);
  m_page->showView(View::Outline);
  QCOMPARE(m_page->outline()->currentIndex().data().toString(), QStringLiteral("up_proj.weight"));
}

void TensorsPageTest::selectByNameBeforeRowsAreThere() {
  TensorsPage page;
  page.setCheckpoint(m_checkpoint);
  page.selectTensor(*m_checkpoint->table().find("stack")); // its rows are not there yet
  QTRY_VERIFY(page.inspector()->tensor().has_value());
  QCOMPARE(page.outline()->currentIndex().data().toString(), QStringLiteral("stack"));
}

void TensorsPageTest::groupTotals() {
  m_page->selectGroup(QStringLiteral("model.layers.3"));
  QCOMPARE(m_page->outline()->currentIndex().data().toString(), QStringLiteral("3"));
  QVERIFY(!m_page->inspector()->tensor());
  QVERIFY(!values()->isVisible());
  QTest::keyClick(m_page->outline(), Qt::Key_Down);
  QTest::keyClick(m_page->outline(), Qt::Key_Down);
  QVERIFY(m_page->inspector()->tensor()); // down into the layer
}

void TensorsPageTest::sortByHeader() {
  m_page->showView(View::List);
  QHeaderView* head = m_page->list()->horizontalHeader();
  const int column = static_cast<int>(TensorColumn::Size);
  const QPoint at(head->sectionViewportPosition(column) + 20, head->height() / 2);
  const auto firstSize = [&] {
    return m_page->list()->model()->index(0, column).data(TensorListModel::SortRole).toULongLong();
  };
  QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, at);
  QVERIFY(settle());
  QCOMPARE(firstSize(), 2ULL); // the nibbles
  QTest::mouseClick(head->viewport(), Qt::LeftButton, {}, at);
  QVERIFY(settle());
  QCOMPARE(firstSize(), 2400ULL);
}

void TensorsPageTest::columnsMenu() {
  m_page->showView(View::List);
  const int column = static_cast<int>(TensorColumn::FileOffset);
  QVERIFY(m_page->list()->isColumnHidden(column));
  const std::unique_ptr<QMenu> menu(m_page->list()->makeColumnMenu(nullptr));
  QVERIFY(!menu->actions().first()->isEnabled()); // the name stays
  menu->actions().at(column)->trigger();
  QVERIFY(!m_page->list()->isColumnHidden(column));
}

void TensorsPageTest::copying() {
  m_page->showView(View::List);
  select("model.layers.0.mlp.up_proj.weight");
  QTest::keyClick(m_page->list(), Qt::Key_Down, Qt::ShiftModifier);
  QTest::keyClick(m_page->list(), Qt::Key_C, Qt::ControlModifier);
  QTRY_COMPARE(clipboard(),
               QStringLiteral("model.layers.0.mlp.up_proj.weight\tU8\t40 × 60\t2400\t2400\n"
                              "model.layers.0.norm.weight\tI8\t20\t20\t20"));
  m_page->copyNames();
  QCOMPARE(clipboard(), QStringLiteral("model.layers.0.mlp.up_proj.weight\n"
                                       "model.layers.0.norm.weight"));
  m_page->showView(View::Outline);
  m_page->selectGroup(QStringLiteral("model.layers.0"));
  m_page->copyNames();
  QCOMPARE(clipboard(), QStringLiteral("model.layers.0"));
}

void TensorsPageTest::arrowsOpenAllBelow() {
  OutlineView* outline = m_page->outline();
  const QModelIndex model = outline->model()->index(0, 0);
  outline->collapseAll();
  QCOMPARE(visibleRows(), 4);
  outline->setCurrentIndex(model);
  QTest::keyClick(outline, Qt::Key_Right, Qt::AltModifier);
  QVERIFY(settle());
  // model, layers, fold; each layer has itself, mlp and two tensors; three others at the top.
  QCOMPARE(visibleRows(), 3 + 12 * 4 + 3);
  QTest::keyClick(outline, Qt::Key_Left, Qt::AltModifier);
  QVERIFY(settle());
  QCOMPARE(visibleRows(), 4);
  QTest::keyClick(outline, Qt::Key_Right);
  QCOMPARE(visibleRows(), 5); // what was below has been closed too
}

void TensorsPageTest::escapeGoesBack() {
  select("stack");
  m_page->goToValue();
  m_page->activateWindow();
  QTRY_VERIFY(goTo()->hasFocus());
  QTest::keyClick(goTo(), Qt::Key_Escape);
  QVERIFY(m_page->outline()->hasFocus());
}

void TensorsPageTest::valuesGoTo() {
  select("model.layers.0.mlp.up_proj.weight");
  QTRY_COMPARE(cell(0, 5), QStringLiteral("5"));
  QTest::keyClicks(goTo(), QStringLiteral("38, 57"));
  QTest::keyClick(goTo(), Qt::Key_Return);
  QCOMPARE(values()->grid()->currentRow(), std::uint64_t{38});
  QCOMPARE(values()->grid()->currentColumn(), std::uint64_t{57});
  QTRY_COMPARE(cell(38, 57), QString::number((38 * 60 + 57) % 251));
  goTo()->setText(QStringLiteral("99, 99"));
  QTest::keyClick(goTo(), Qt::Key_Return);
  QCOMPARE(values()->grid()->currentRow(), std::uint64_t{38}); // no such place: it stays
  QTest::keyClick(values()->grid(), Qt::Key_Home, Qt::ControlModifier);
  QCOMPARE(values()->grid()->currentRow(), std::uint64_t{0});
  QTest::keyClick(values()->grid(), Qt::Key_Left);
  QCOMPARE(values()->grid()->currentColumn(), std::uint64_t{0});
}

void TensorsPageTest::valuesCopy() {
  select("model.layers.0.norm.weight");
  ValuesGrid* grid = values()->grid();
  QVERIFY(grid->matrix().isWrapped());
  QTRY_COMPARE(cell(1, 0), QStringLiteral("16"));
  QTest::keyClick(grid, Qt::Key_Right);
  QTest::keyClick(grid, Qt::Key_Right, Qt::ShiftModifier);
  QTest::keyClick(grid, Qt::Key_Down, Qt::ShiftModifier);
  QTest::keyClick(grid, Qt::Key_C, Qt::ControlModifier);
  QTRY_COMPARE(clipboard(), QStringLiteral("1\t2\n17\t18"));
}

void TensorsPageTest::valuesSlice() {
  select("stack");
  QList<QSpinBox*> boxes = values()->findChildren<QSpinBox*>();
  QCOMPARE(boxes.size(), 2);
  QCOMPARE(boxes[0]->maximum(), 1);
  QCOMPARE(boxes[1]->maximum(), 2);
  QTRY_COMPARE(cell(3, 4), QStringLiteral("19"));
  boxes[0]->setValue(1);
  boxes[1]->setValue(2);
  QTRY_COMPARE(cell(3, 4), QStringLiteral("119"));
  goTo()->setText(QStringLiteral("0, 1, 2, 3"));
  QTest::keyClick(goTo(), Qt::Key_Return);
  QCOMPARE(boxes[0]->value(), 0);
  QCOMPARE(boxes[1]->value(), 1);
  QTRY_COMPARE(cell(2, 3), QStringLiteral("33"));
}

void TensorsPageTest::valuesOfOddDtypes() {
  select("nibbles");
  auto* swap = values()->findChild<QCheckBox*>();
  QVERIFY(swap->isVisible());
  QTRY_COMPARE(cell(0, 0), QStringLiteral("0.5")); // code 1 of 0x21: the low half first
  swap->setChecked(true);
  QTRY_COMPARE(cell(0, 0), QStringLiteral("1"));
  select("strange");
  QVERIFY(!swap->isVisible());
  QTRY_COMPARE(cell(0, 2), QStringLiteral("0C"));
  QVERIFY(label(QStringLiteral("Bytes are shown instead of values")));
}

void TensorsPageTest::cutOffTensor() {
  const std::string whole = modelBytes();
  test::writeFile(m_folder / "cut.safetensors",
                  std::string_view(whole).substr(0, whole.size() - 100));
  show(m_folder / "cut.safetensors");
  select("stack");
  QVERIFY(label(QStringLiteral("The file ends inside this tensor.")));
  QVERIFY(label(QStringLiteral("of 120 elements are in the file.")));
  QTRY_COMPARE(cell(0, 0), QStringLiteral("0"));
  select("nibbles");
  QVERIFY(label(QStringLiteral("The file ends before this tensor begins.")));
}

void TensorsPageTest::moreRowsThanAScrollBarCounts() {
  constexpr std::uint64_t rows = 5'000'000'000; // a hole in the file: no room on the disk
  const std::string bytes = test::safetensorsBytes(
      R"({"long":{"dtype":"U8","shape":[5000000000,1],"data_offsets":[0,5000000000]}})", {});
  test::writeFile(m_folder / "long.safetensors", bytes);
  std::error_code error;
  std::filesystem::resize_file(m_folder / "long.safetensors", bytes.size() + rows, error);
  if (error) {
    QSKIP("no sparse file of 5 GB here");
  }
  show(m_folder / "long.safetensors");
  select("long");
  QTRY_COMPARE(cell(0, 0), QStringLiteral("0"));
  for (const std::uint64_t row : {rows - 1, std::uint64_t{2'345'678'901}, std::uint64_t{7}}) {
    goTo()->setText(QStringLiteral("%1, 0").arg(row));
    QTest::keyClick(goTo(), Qt::Key_Return);
    QCOMPARE(values()->grid()->currentRow(), row);
    QTRY_COMPARE(cell(row, 0), QStringLiteral("0")); // read, so it is in sight
    QTest::keyClick(values()->grid(), Qt::Key_Up);
    QTRY_COMPARE(cell(row - 1, 0), QStringLiteral("0"));
  }
  QScrollBar* bar = values()->grid()->verticalScrollBar();
  bar->setValue(bar->maximum());
  QTRY_COMPARE(cell(rows - 1, 0), QStringLiteral("0"));
}

void TensorsPageTest::aHundredThousandTensors() {
  test::writeBigCheckpoint(m_folder / "big.safetensors", 100'000);
  show(m_folder / "big.safetensors");
  QCOMPARE(m_page->list()->model()->rowCount(), 100'000);
  m_page->showView(View::List);
  QGuiApplication::clipboard()->clear();
  QTest::keyClick(m_page->list(), Qt::Key_A, Qt::ControlModifier);
  QTest::keyClick(m_page->list(), Qt::Key_C, Qt::ControlModifier);
  QTRY_COMPARE_WITH_TIMEOUT(clipboard().count(QLatin1Char('\n')), 99'999, 20'000);
  m_page->showView(View::Outline);
  m_page->outline()->expandEverything();
  QVERIFY(settle());
  QVERIFY(m_page->outline()->verticalScrollBar()->maximum() > 100'000 - 100);
  QElapsedTimer clock;
  clock.start();
  QTest::keyClick(m_page->outline(), Qt::Key_A, Qt::ControlModifier);
  QTest::keyClick(m_page->outline(), Qt::Key_End, Qt::ShiftModifier);
  QVERIFY(clock.elapsed() < 5'000); // Qt would be minutes about so many small ranges
  m_page->setFilterText(QStringLiteral("experts.5.gate_proj"));
  QVERIFY(settle());
  QCOMPARE(m_page->list()->model()->rowCount(), 256);
  m_page->setFilterText({});
  QVERIFY(settle());
  QVERIFY(m_page->outline()->verticalScrollBar()->maximum() > 100'000 - 100);
}

QTEST_MAIN(TensorsPageTest)
#include "tensors_page_test.moc"
