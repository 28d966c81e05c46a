// A slot for work of which only the newest counts: what comes late, after a stop, or after the slot
// is gone is never seen, and nothing waits.

#include "core/base/progress.h"
#include "tests/support/safetensors_file.h"
#include "ui/jobs/job_slot.h"
#include "ui/jobs/tensor_rows_job.h"
#include "ui/jobs/values_job.h"

#include <QElapsedTimer>
#include <QTest>
#include <QThread>
#include <atomic>
#include <future>

using namespace assay;

namespace {

/// Work that waits for its release, or for being asked to stop.
struct Held {
  std::promise<void> release{};
  std::shared_future<void> released = release.get_future().share();
  std::shared_ptr<std::atomic<bool>> sawStop = std::make_shared<std::atomic<bool>>(false);

  [[nodiscard]] auto returning(int value) const {
    return [released = released, sawStop = sawStop, value](const StopToken& stop) {
      while (released.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready &&
             !stop.stopRequested()) {
      }
      *sawStop = stop.stopRequested();
      return value;
    };
  }
};

std::shared_ptr<const Checkpoint> opened(const test::TemporaryFolder& folder) {
  const std::vector<test::TestTensor> tensors{
      {.name = "b.norm.weight", .dtype = "U8", .shape = {2, 2}, .data = "\x01\x02\x03\x04"},
      {.name = "a.norm.weight", .dtype = "I8", .shape = {2}, .data = "\xff\x05"}};
  test::writeFile(folder / "m.safetensors", test::makeSafetensors(tensors));
  NoProgress progress;
  return openCheckpoint((folder / "m.safetensors").string(), {}, progress).value();
}

} // namespace

class JobSlotTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void deliversHereWhenDone();
  void theNewestRequestWins();
  void lateResultsAreDropped();
  void stoppedWorkSaysNothing();
  void aSlotThatIsGoneWaitsForNothing();
  void theWorkKeepsItsData();
  void resultsComeInTheOrderOfRequests();
  void rowsOfACheckpoint();
  void rowsAreGivenUp();
  void textsOfValues();
};

void JobSlotTest::deliversHereWhenDone() {
  JobSlot slot;
  int got = 0;
  QThread* where = nullptr;
  slot.start([](const StopToken&) { return 7; },
             [&](int result) {
               got = result;
               where = QThread::currentThread();
             });
  QVERIFY(slot.isRunning());
  QTRY_COMPARE(got, 7);
  QCOMPARE(where, QThread::currentThread());
  QVERIFY(!slot.isRunning());
}

void JobSlotTest::theNewestRequestWins() {
  JobSlot slot;
  Held held;
  std::vector<int> got;
  slot.start(held.returning(1), [&](int result) { got.push_back(result); });
  slot.start([](const StopToken&) { return 2; }, [&](int result) { got.push_back(result); });
  QTRY_VERIFY(held.sawStop->load()); // the first was told
  QTRY_COMPARE(got.size(), std::size_t{1});
  QTest::qWait(20);
  QCOMPARE(got, std::vector<int>{2});
}

void JobSlotTest::lateResultsAreDropped() {
  // The first has ended and its result is on the way when the second is asked for.
  JobSlot slot;
  std::vector<int> got;
  slot.start([](const StopToken&) { return 1; }, [&](int result) { got.push_back(result); });
  QVERIFY(background::waitForAll(std::chrono::seconds(5)));
  slot.start([](const StopToken&) { return 2; }, [&](int result) { got.push_back(result); });
  QTRY_VERIFY(!slot.isRunning());
  QCOMPARE(got, std::vector<int>{2});
}

void JobSlotTest::stoppedWorkSaysNothing() {
  JobSlot slot;
  Held held;
  bool called = false;
  slot.start(held.returning(1), [&](int) { called = true; });
  slot.stop();
  QVERIFY(!slot.isRunning());
  QVERIFY(background::waitForAll(std::chrono::seconds(5)));
  QTest::qWait(20);
  QVERIFY(held.sawStop->load());
  QVERIFY(!called);
}

void JobSlotTest::aSlotThatIsGoneWaitsForNothing() {
  std::promise<void> release;
  const auto released = release.get_future().share();
  bool called = false;
  auto slot = std::make_unique<JobSlot>();
  slot->start(
      [released](const StopToken&) {
        released.wait(); // deaf to stops, as a read from a dead disk is
        return 1;
      },
      [&](int) { called = true; });
  QElapsedTimer clock;
  clock.start();
  slot.reset();
  QVERIFY(clock.elapsed() < 100);
  release.set_value();
  QVERIFY(background::waitForAll(std::chrono::seconds(5)));
  QTest::qWait(20);
  QVERIFY(!called);
}

void JobSlotTest::theWorkKeepsItsData() {
  const auto data = std::make_shared<int>(5);
  const std::weak_ptr<int> alive = data;
  Held held;
  {
    JobSlot slot;
    slot.start([data = std::shared_ptr<int>(data),
                work = held.returning(1)](const StopToken& stop) { return work(stop) + *data; },
               [](int) {});
  }
  held.release.set_value();
  QVERIFY(background::waitForAll(std::chrono::seconds(5)));
  QTest::qWait(20);
  QCOMPARE(alive.use_count(), 1L); // the work has let go of it
}

void JobSlotTest::resultsComeInTheOrderOfRequests() {
  JobSlot slot;
  std::vector<int> got;
  for (int request = 0; request < 50; ++request) {
    slot.start([request](const StopToken&) { return request; },
               [&](int result) { got.push_back(result); });
    if (request % 7 == 0) {
      QTest::qWait(1);
    }
  }
  QTRY_VERIFY(!slot.isRunning());
  QVERIFY(std::is_sorted(got.begin(), got.end()));
  QCOMPARE(got.back(), 49);
}

void JobSlotTest::rowsOfACheckpoint() {
  const test::TemporaryFolder folder;
  const auto checkpoint = opened(folder);
  RowOrderRequest request;
  request.sortBy = TensorColumn::Name;
  const TensorRows all = computeTensorRows(*checkpoint, request, nullptr, {});
  QCOMPARE(*all.order, (std::vector<std::uint32_t>{1, 0}));
  QVERIFY(!all.filtered);
  request.filter = TensorFilter(QStringLiteral("u8"));
  const TensorRows some = computeTensorRows(*checkpoint, request, nullptr, {});
  QCOMPARE(*some.order, (std::vector<std::uint32_t>{0}));
  QVERIFY(some.filtered);
  QCOMPARE(some.tree->sums(NameTree::root).tensors, 1U);
  // Another order is of the same tree.
  request.descending = true;
  QCOMPARE(computeTensorRows(*checkpoint, request, some.tree, {}).tree, some.tree);
}

void JobSlotTest::rowsAreGivenUp() {
  const test::TemporaryFolder folder;
  StopSource stop;
  stop.requestStop();
  const TensorRows rows = computeTensorRows(*opened(folder), {}, nullptr, stop.token());
  QVERIFY(!rows.order);
  QVERIFY(!rows.tree);
}

void JobSlotTest::textsOfValues() {
  const test::TemporaryFolder folder;
  const auto checkpoint = opened(folder);
  const TensorInfo info = checkpoint->table().at(1);
  const auto file = checkpoint->shard(info.shard).file;
  ElementRectangle where{.rowLength = 2, .rows = 1, .columns = 2};
  const auto texts =
      readValueTexts(file, valuesLayout(info, file->size()), where, NibbleOrder::LowFirst);
  QVERIFY(texts);
  QCOMPARE(texts->rows.size(), std::size_t{1});
  QCOMPARE(texts->rows[0], (std::vector<QString>{QStringLiteral("−1"), QStringLiteral("5")}));
  QCOMPARE(texts->numbers[0], (std::vector<double>{-1, 5}));
}

QTEST_GUILESS_MAIN(JobSlotTest)
#include "job_slot_test.moc"
