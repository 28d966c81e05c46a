#include "core/tensor/slice.h"

#include <QTest>
#include <limits>
#include <string>
#include <vector>

using namespace assay;

namespace {

using Shape = std::vector<std::uint64_t>;

std::vector<std::uint64_t> elementsOf(const std::string& text, const Shape& shape) {
  const auto slice = Slice::of(*parseSlice(text), shape);
  SliceRuns runs(*slice);
  std::vector<std::uint64_t> elements;
  for (auto run = runs.next(); run; run = runs.next()) {
    for (std::uint64_t i = 0; i < run->count; ++i) {
      elements.push_back(run->first + i);
    }
  }
  return elements;
}

std::size_t runsOf(const std::string& text, const Shape& shape) {
  const auto slice = Slice::of(*parseSlice(text), shape);
  SliceRuns runs(*slice);
  std::size_t count = 0;
  while (runs.next()) {
    ++count;
  }
  return count;
}

/// The axis's items by Python's own recipe (the documentation of slice.indices), one at a time.
std::vector<std::int64_t> itemsOf(std::optional<std::int64_t> start,
                                  std::optional<std::int64_t> stop, std::int64_t dim) {
  const auto bound = [dim](std::int64_t at) { return at < 0 ? at + dim : at; };
  std::vector<std::int64_t> items;
  for (std::int64_t i = 0; i < dim; ++i) {
    if ((!start || i >= bound(*start)) && (!stop || i < bound(*stop))) {
      items.push_back(i);
    }
  }
  return items;
}

} // namespace

class SliceTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void boundsAsInPython() {
    std::vector<std::optional<std::int64_t>> bounds{std::nullopt};
    for (std::int64_t i = -7; i <= 7; ++i) {
      bounds.emplace_back(i);
    }
    for (std::int64_t dim = 0; dim <= 5; ++dim) {
      for (const auto& start : bounds) {
        for (const auto& stop : bounds) {
          const std::string text =
              (start ? std::to_string(*start) : "") + ":" + (stop ? std::to_string(*stop) : "");
          const auto found = elementsOf(text, {std::uint64_t(dim)});
          const auto expected = itemsOf(start, stop, dim);
          QVERIFY2(std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                              [](auto a, auto b) { return a == std::uint64_t(b); }),
                   text.c_str());
        }
      }
    }
  }

  void severalAxesAgainstNestedLoops() {
    const Shape shape{3, 4, 5};
    const auto at = [](std::uint64_t i, std::uint64_t j, std::uint64_t k) {
      return (i * 4 + j) * 5 + k;
    };
    std::vector<std::uint64_t> expected;
    for (std::uint64_t i = 1; i < 3; ++i) {
      for (std::uint64_t k = 2; k < 4; ++k) {
        expected.push_back(at(i, 3, k));
      }
    }
    QCOMPARE(elementsOf("1:,-1,2:4", shape), expected);
    QCOMPARE(Slice::of(*parseSlice("1:,-1,2:4"), shape)->shape(), (Shape{2, 2}));
    QCOMPARE(elementsOf("2", shape).front(), at(2, 0, 0));
    QCOMPARE(elementsOf("2", shape).size(), std::size_t(20));
    QCOMPARE(elementsOf("0,0,0", shape), (std::vector<std::uint64_t>{0}));
    QCOMPARE(Slice::of(*parseSlice("0,0,0"), shape)->shape(), Shape{});
  }

  void runsAreAsLongAsTheyCanBe() {
    const Shape shape{3, 4, 5};
    QCOMPARE(runsOf("", shape), std::size_t(1));
    QCOMPARE(runsOf("1:3", shape), std::size_t(1));
    QCOMPARE(runsOf(":,1:3", shape), std::size_t(3));
    QCOMPARE(runsOf(":,:,1:3", shape), std::size_t(12));
    QCOMPARE(runsOf(":,:,1:1", shape), std::size_t(0));
    QVERIFY(Slice::of(*parseSlice(":,0:4"), shape)->isWhole());
    QVERIFY(!Slice::of(*parseSlice(":,0:3"), shape)->isWhole());
  }

  void scalarsAndEmptyShapes() {
    QCOMPARE(elementsOf("", {}), (std::vector<std::uint64_t>{0}));
    constexpr std::uint64_t huge = std::uint64_t{1} << 63U;
    const auto slice = Slice::of({}, Shape{0, huge, huge});
    QCOMPARE(slice->elements(), std::uint64_t(0));
    QCOMPARE(runsOf("", {0, huge, huge}), std::size_t(0));
  }

  void hugeShapesCostNothing() {
    constexpr std::uint64_t huge = std::uint64_t{1} << 62U;
    const auto slice = *Slice::of(*parseSlice("-1:,1"), Shape{huge, 2});
    SliceRuns runs(slice);
    const auto run = runs.next();
    QCOMPARE(run->first, huge * 2 - 1);
    QCOMPARE(run->count, std::uint64_t(1));
    QVERIFY(!runs.next());
    QCOMPARE(elementsOf("-99999999999999999999:1", {3}), (std::vector<std::uint64_t>{0}));
  }

  void whatIsNoSlice() {
    for (const std::string text : {"a", "1:2:3", "1,,2", "1.5", ",", "0x4", "1 2", ":,", "+1"}) {
      const auto items = parseSlice(text);
      QVERIFY2(!items, text.c_str());
      QCOMPARE(items.error().code, ErrorCode::BadSlice);
    }
    QVERIFY(parseSlice(" 1 : 2 , -3 ").has_value());
  }

  void itemsThatAreNotThere() {
    for (const std::string text : {"3", "-4", "0,0,0"}) {
      const auto slice = Slice::of(*parseSlice(text), Shape{3, 2});
      QVERIFY2(!slice, text.c_str());
      QCOMPARE(slice.error().code, ErrorCode::BadSlice);
    }
    QVERIFY(!Slice::of(*parseSlice("0"), Shape{0}));
    QVERIFY(!Slice::of(*parseSlice("0"), Shape{}));
  }
};

QTEST_APPLESS_MAIN(SliceTest)
#include "slice_test.moc"
