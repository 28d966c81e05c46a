#include "app/cli/progress_line.h"

#include <QTest>
#include <string>

using assay::cli::progressText;

class CliProgressTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void bytesSpeedAndTimeLeft() {
    QCOMPARE(progressText({.bytesDone = 100'000'000, .bytesTotal = 400'000'000}, 2),
             std::string("100.0 MB of 400.0 MB (25 %), 50.0 MB/s, 6 s left"));
    QCOMPARE(progressText({.bytesDone = 1'000'000'000, .bytesTotal = 500'000'000'000}, 1),
             std::string("1.00 GB of 500.00 GB (0 %), 1.00 GB/s, 9 min left"));
    QCOMPARE(progressText({.bytesDone = 4'000'000, .bytesTotal = 4'000'000}, 2),
             std::string("4.00 MB of 4.00 MB (100 %), 2.00 MB/s"));
  }

  void whatIsNotKnownIsLeftOut() {
    QCOMPARE(progressText({.bytesDone = 2'000}, 1), std::string("2.00 kB, 2.00 kB/s"));
    QCOMPARE(progressText({.bytesDone = 0, .bytesTotal = 2'000}, 1),
             std::string("0 bytes of 2.00 kB (0 %)"));
    QCOMPARE(progressText({.itemsDone = 3, .itemsTotal = 1'433}, 1), std::string("3 of 1,433"));
    QCOMPARE(progressText({.itemsDone = 3}, 1), std::string("3"));
  }

  void almostDoneIsNotDone() {
    QVERIFY(progressText({.bytesDone = 999'999, .bytesTotal = 1'000'000}, 1).find("99 %") !=
            std::string::npos);
  }
};

QTEST_APPLESS_MAIN(CliProgressTest)
#include "cli_progress_test.moc"
