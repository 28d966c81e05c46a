// How tensors of any rank are looked at as rows and columns.

#include "ui/models/values_matrix.h"

#include <QTest>

using namespace assay;

namespace {

ValuesMatrix matrixOf(std::vector<std::uint64_t> shape, std::uint64_t available = ~0ULL) {
  ValuesLayout layout;
  layout.dtype = Dtype::U8;
  layout.shape = std::move(shape);
  layout.elements = *elementCount(layout.shape);
  layout.available = std::min(available, layout.elements);
  return ValuesMatrix(std::move(layout));
}

/// "2 0: 3 1" for a place, leading axes first; "none".
QString textOf(const std::optional<ValuesMatrix::Place>& place) {
  if (!place) {
    return QStringLiteral("none");
  }
  QString text;
  for (const std::uint64_t leading : place->leading) {
    text += QString::number(leading) + QLatin1Char(' ');
  }
  return text + QStringLiteral("(%1, %2)").arg(place->row).arg(place->column);
}

} // namespace

class ValuesMatrixTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void ranks();
  void slicesMoveThroughTheTensor();
  void whatIsCutOff();
  void placesLeadBack();
  void places_data();
  void places();
  void beyondInt();
};

void ValuesMatrixTest::ranks() {
  const ValuesMatrix scalar = matrixOf({});
  QCOMPARE(scalar.rows(), std::uint64_t{1});
  QCOMPARE(scalar.columns(), std::uint64_t{1});
  const ValuesMatrix vector = matrixOf({40});
  QVERIFY(vector.isWrapped());
  QCOMPARE(vector.rows(), std::uint64_t{3});
  QCOMPARE(vector.columns(), std::uint64_t{16});
  QCOMPARE(vector.rowLabel(2), std::uint64_t{32});
  QCOMPARE(vector.elementAt(2, 7), std::optional<std::uint64_t>(39));
  QVERIFY(!vector.elementAt(2, 8)); // past the end of the last row
  const ValuesMatrix small = matrixOf({5});
  QCOMPARE(small.columns(), std::uint64_t{5});
  const ValuesMatrix empty = matrixOf({3, 0, 4});
  QCOMPARE(empty.rows(), std::uint64_t{0});
  QVERIFY(!empty.elementAt(0, 0));
}

void ValuesMatrixTest::slicesMoveThroughTheTensor() {
  ValuesMatrix matrix = matrixOf({2, 3, 4, 5});
  QCOMPARE(matrix.leadingAxes(), std::size_t{2});
  QCOMPARE(matrix.rows(), std::uint64_t{4});
  QCOMPARE(matrix.columns(), std::uint64_t{5});
  matrix.setLeading(0, 1);
  matrix.setLeading(1, 2);
  QCOMPARE(matrix.elementAt(3, 4), std::optional<std::uint64_t>(119));
  QCOMPARE(matrix.rectangle(0, 0, 9, 9).matrixBegin, std::uint64_t{100});
  QCOMPARE(matrix.rectangle(1, 2, 9, 9).rows, std::size_t{3}); // clipped
  QCOMPARE(matrix.rectangle(1, 2, 9, 9).columns, std::size_t{3});
  matrix.setLeading(0, 99);
  QCOMPARE(matrix.leading(0), std::uint64_t{1}); // the last there is
}

void ValuesMatrixTest::whatIsCutOff() {
  const ValuesMatrix matrix = matrixOf({4, 5}, 7);
  QVERIFY(matrix.isAvailable(1, 1));
  QVERIFY(!matrix.isAvailable(1, 2));
  QVERIFY(matrix.elementAt(1, 2).has_value());
}

void ValuesMatrixTest::placesLeadBack() {
  for (const auto& shape :
       std::vector<std::vector<std::uint64_t>>{{}, {33}, {4, 5}, {2, 3, 4}, {2, 2, 2, 3}}) {
    ValuesMatrix matrix = matrixOf(shape);
    for (std::uint64_t element = 0; element < matrix.layout().elements; ++element) {
      const ValuesMatrix::Place place = matrix.placeOf(element);
      for (std::size_t axis = 0; axis < place.leading.size(); ++axis) {
        matrix.setLeading(axis, place.leading[axis]);
      }
      QCOMPARE(matrix.elementAt(place.row, place.column), std::optional(element));
    }
  }
}

void ValuesMatrixTest::places_data() {
  QTest::addColumn<QList<int>>("shape");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("place");
  const auto row = [](QList<int> shape, const char* text, const char* place) {
    QTest::addRow("%s in %d axes", text, static_cast<int>(shape.size()))
        << shape << QString::fromUtf8(text) << QString::fromUtf8(place);
  };
  const QList<int> matrix{576, 1536};
  row(matrix, "312, 1044", "(312, 1044)");
  row(matrix, "312,1044", "(312, 1044)");
  row(matrix, "312 1044", "(312, 1044)");
  row(matrix, "[312, 1044]", "(312, 1044)");
  row(matrix, "312, 1,044", "(312, 1044)"); // as the headers of the grid show it
  row(matrix, "1537", "(1, 1)");
  row(matrix, "576, 0", "none");
  row(matrix, "0, 1536", "none");
  row(matrix, "-1, 0", "none");
  row(matrix, "884736", "none");
  row(matrix, "99999999999999999999", "none");
  row(matrix, "", "none");
  row(matrix, "up, down", "none");
  row(matrix, "1, 2, 3", "none");
  row({40}, "39", "(2, 7)");
  row({40}, "40", "none");
  row({40}, "2, 7", "(2, 7)");
  row({40}, "2, 8", "none");
  row({2, 3, 4}, "1, 2, 3", "1 (2, 3)");
  row({2, 3, 4}, "2, 3", "0 (2, 3)"); // in the slice that shows
  row({2, 3, 4}, "2, 0, 0", "none");
  row({}, "0", "(0, 0)");
}

void ValuesMatrixTest::places() {
  QFETCH(QList<int>, shape);
  QFETCH(QString, text);
  QFETCH(QString, place);
  QCOMPARE(textOf(matrixOf({shape.begin(), shape.end()}).parsePlace(text)), place);
}

void ValuesMatrixTest::beyondInt() {
  const std::uint64_t many = std::uint64_t{1} << 31U;
  ValuesMatrix matrix = matrixOf({many, many});
  QCOMPARE(matrix.elementAt(many - 1, many - 1), std::optional(many * many - 1));
  QCOMPARE(textOf(matrix.placeOf(many * many - 1)),
           QStringLiteral("(%1, %1)").arg(qulonglong{many - 1}));
}

QTEST_APPLESS_MAIN(ValuesMatrixTest)
#include "values_matrix_test.moc"
