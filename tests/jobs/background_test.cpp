// Work that hangs holds nobody: neither its receiver, nor a later opening, nor the end of the
// program for longer than it grants.

#include "tests/support/safetensors_file.h"
#include "ui/jobs/background.h"
#include "ui/jobs/byte_reading.h"
#include "ui/jobs/change_watch.h"
#include "ui/jobs/checkpoint_opening.h"
#include "ui/jobs/path_check.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <future>

using namespace assay;

namespace {

std::string smallFile() {
  const std::vector<test::TestTensor> tensors{
      {.name = "a", .dtype = "U8", .shape = {4}, .data = "abcd"}};
  return test::makeSafetensors(tensors);
}

} // namespace

class BackgroundTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void deliversOnTheGuiThread();
  void aReceiverThatIsGoneGetsNothing();
  void waitingEnds();
  void opens();
  void theNewestOpeningWins();
  void anOpeningThatIsGoneSaysNothing();
  void failureIsData();
  void pathsAreChecked();
  void bytesAroundAPosition();
  void changesAreSeen();

 private:
  [[nodiscard]] QString put(const char* name, const std::string& bytes) const {
    test::writeFile(m_folder / name, bytes);
    return QString::fromStdString((m_folder / name).string());
  }
  test::TemporaryFolder m_folder;
};

void BackgroundTest::deliversOnTheGuiThread() {
  QThread* worker = nullptr;
  QThread* receiver = nullptr;
  background::compute(
      this, [&] { return worker = QThread::currentThread(); },
      [&](QThread*) { receiver = QThread::currentThread(); });
  QTRY_VERIFY(receiver != nullptr);
  QCOMPARE(receiver, QThread::currentThread());
  QVERIFY(worker != receiver);
}

void BackgroundTest::aReceiverThatIsGoneGetsNothing() {
  std::promise<void> release;
  auto released = release.get_future().share();
  bool called = false;
  auto receiver = std::make_unique<QObject>();
  background::compute(
      receiver.get(),
      [released] {
        released.wait(); // hangs, as a dead disk does
        return 1;
      },
      [&called](int) { called = true; });
  QElapsedTimer timer;
  timer.start();
  receiver.reset();
  QVERIFY(timer.elapsed() < 100);
  release.set_value();
  QVERIFY(background::waitForAll(std::chrono::seconds(5)));
  QTest::qWait(20);
  QVERIFY(!called);
}

void BackgroundTest::waitingEnds() {
  std::promise<void> release;
  auto released = release.get_future().share();
  background::start([released] { released.wait(); });
  QElapsedTimer timer;
  timer.start();
  QVERIFY(!background::waitForAll(std::chrono::milliseconds(50)));
  QVERIFY(timer.elapsed() < 3000);
  release.set_value();
  QVERIFY(background::waitForAll(std::chrono::seconds(5)));
}

void BackgroundTest::opens() {
  CheckpointOpening opening;
  OpenedCheckpoint got;
  connect(&opening, &CheckpointOpening::opened, this,
          [&](const OpenedCheckpoint& opened) { got = opened; });
  opening.start(put("a.safetensors", smallFile()));
  QVERIFY(opening.isRunning());
  QTRY_VERIFY(got.checkpoint != nullptr);
  QVERIFY(!opening.isRunning());
  QCOMPARE(got.overview->complete, std::uint64_t{1});
  QVERIFY(got.canonicalPath.endsWith(QStringLiteral("/a.safetensors")));
  QVERIFY(got.seconds >= 0);
}

void BackgroundTest::theNewestOpeningWins() {
  CheckpointOpening opening;
  QStringList got;
  connect(&opening, &CheckpointOpening::opened, this, [&](const OpenedCheckpoint& opened) {
    got << QString::fromStdString(opened.checkpoint->path().filename().string());
  });
  for (const char* name : {"1.safetensors", "2.safetensors", "3.safetensors"}) {
    opening.start(put(name, smallFile()));
  }
  QTRY_VERIFY(!opening.isRunning());
  QVERIFY(background::waitForAll(std::chrono::seconds(5)));
  QTest::qWait(20);
  QCOMPARE(got, QStringList{QStringLiteral("3.safetensors")});
}

void BackgroundTest::anOpeningThatIsGoneSaysNothing() {
  bool called = false;
  {
    CheckpointOpening opening;
    connect(&opening, &CheckpointOpening::opened, this, [&] { called = true; });
    opening.start(put("a.safetensors", smallFile()));
  }
  QVERIFY(background::waitForAll(std::chrono::seconds(5)));
  QTest::qWait(20);
  QVERIFY(!called);
}

void BackgroundTest::failureIsData() {
  CheckpointOpening opening;
  std::optional<Error> got;
  connect(&opening, &CheckpointOpening::failed, this, [&](const Error& error) { got = error; });
  opening.start(QString::fromStdString((m_folder / "nowhere").string()));
  QTRY_VERIFY(got.has_value());
  QCOMPARE(got->code, ErrorCode::NotFound);
}

void BackgroundTest::pathsAreChecked() {
  const QString there = put("there", "x");
  const QString gone = QString::fromStdString((m_folder / "gone").string());
  QMap<QString, bool> found;
  checkPaths(this, {there, gone}, [&](const QString& path, bool exists) { found[path] = exists; });
  QTRY_COMPARE(found.size(), 2);
  QVERIFY(found[there]);
  QVERIFY(!found[gone]);
}

void BackgroundTest::bytesAroundAPosition() {
  CheckpointOpening opening;
  OpenedCheckpoint got;
  connect(&opening, &CheckpointOpening::opened, this,
          [&](const OpenedCheckpoint& opened) { got = opened; });
  opening.start(put("big", std::string(1000, 'q')));
  QTRY_VERIFY(got.checkpoint != nullptr);
  const auto at = [&](std::uint64_t position) {
    std::optional<ByteExcerpt> excerpt;
    readBytesAround(this, got.checkpoint, position, 64,
                    [&](const ByteExcerpt& read) { excerpt = read; });
    (void)QTest::qWaitFor([&] { return excerpt.has_value(); });
    return excerpt.value_or(ByteExcerpt{});
  };
  QCOMPARE(at(0).start, std::uint64_t{0});
  QCOMPARE(at(0).bytes.size(), std::size_t{64});
  QCOMPARE(at(500).start, std::uint64_t{464}); // a multiple of 16, the position within
  QCOMPARE(at(999).bytes.size(), std::size_t{40});
  QVERIFY(!at(1'000'000).bytes.empty()); // past the end: the last ones
}

void BackgroundTest::changesAreSeen() {
  const QString path = put("w.safetensors", smallFile());
  NoProgress progress;
  auto opened = openCheckpoint(path.toStdString(), {}, progress);
  QVERIFY(opened);
  ChangeWatch watch;
  QSignalSpy changed(&watch, &ChangeWatch::changed);
  watch.setCheckpoint(*opened);
  watch.check();
  QTest::qWait(100);
  QCOMPARE(changed.count(), 0);
  test::writeFile(m_folder / "w.safetensors", smallFile() + "x");
  QTRY_COMPARE(changed.count(), 1);
  watch.check();
  QTest::qWait(100);
  QCOMPARE(changed.count(), 1); // said once
}

QTEST_GUILESS_MAIN(BackgroundTest)
#include "background_test.moc"
