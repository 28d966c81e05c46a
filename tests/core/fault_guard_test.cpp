#include "core/io/fault_guard.h"
#include "core/io/file_bytes.h"
#include "core/io/mapped_window.h"
#include "tests/support/safetensors_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <functional>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

using namespace assay;
using assay::test::TemporaryFolder;
using assay::test::writeFile;

namespace {

const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));

/// The status with which a child that runs `work` ends (as waitpid tells it).
int statusOfChild(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    // No core files, and no crash reports of the test library or a sanitizer.
    std::signal(SIGBUS, SIG_DFL);
    std::signal(SIGSEGV, SIG_DFL);
    work();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

/// A mapped page of a file that has no bytes for it.
volatile const char* pageBeyondAFile(const std::filesystem::path& path) {
  writeFile(path, "x");
  const int descriptor = ::open(path.c_str(), O_RDONLY);
  void* address = ::mmap(nullptr, 2 * page, PROT_READ, MAP_SHARED, descriptor, 0);
  ::close(descriptor);
  return static_cast<const char*>(address) + page;
}

/// Makes sure that the guard's handler is there, on a range of its own.
void useGuardOnce(const std::filesystem::path& path) {
  writeFile(path, std::string(page, 'a'));
  const auto file = *FileBytes::open(path);
  auto window = MappedWindow::map(file->descriptor(), {0, page});
  if (!window || window->bytes({0, 1})[0] != std::byte{'a'}) {
    ::_exit(99);
  }
}

void exitWith42(int) {
  ::_exit(42);
}

std::uint64_t sumOf(std::span<const std::byte> bytes) {
  std::uint64_t sum = 0;
  for (const std::byte byte : bytes) {
    sum += std::to_integer<std::uint64_t>(byte);
  }
  return sum;
}

/// The sum of all bytes of a file of ones by a verified pass, or its error.
Result<std::uint64_t> verifiedSum(const FileBytes& file) {
  auto reader = file.chunks({0, file.size()}, 16 * page, FileAccess::Map);
  std::uint64_t sum = 0;
  for (;;) {
    const auto chunk = reader->next();
    if (!chunk) {
      return fail(chunk.error());
    }
    if (chunk->empty()) {
      return sum;
    }
    const std::uint64_t part = sumOf(*chunk);
    if (auto ok = reader->verify(); !ok) {
      return fail(ok.error());
    }
    sum += part;
  }
}

} // namespace

class FaultGuardTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The first three start without the handler in this process: their children install it.
  void aFaultElsewhereStillEndsTheProgram() {
    const TemporaryFolder folder;
    const int status = statusOfChild([&] {
      useGuardOnce(folder / "guarded");
      [[maybe_unused]] const char c = *pageBeyondAFile(folder / "other");
    });
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), SIGBUS);
  }

  void aFaultElsewhereGoesToTheHandlerBefore() {
    const TemporaryFolder folder;
    const int status = statusOfChild([&] {
      std::signal(SIGBUS, exitWith42);
      useGuardOnce(folder / "guarded");
      [[maybe_unused]] const char c = *pageBeyondAFile(folder / "other");
    });
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 42);
  }

  void aSignalSentByAProcessStillEndsTheProgram() {
    const TemporaryFolder folder;
    const int status = statusOfChild([&] {
      useGuardOnce(folder / "guarded");
      ::kill(::getpid(), SIGBUS);
      ::usleep(1000);
    });
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), SIGBUS);
  }

  void aCutFileReadsAsZerosAndIsMarked() {
    const TemporaryFolder folder;
    writeFile(folder / "f", std::string(8 * page, 'a'));
    const auto file = *FileBytes::open(folder / "f");
    auto window = MappedWindow::map(file->descriptor(), {page + 5, 8 * page});
    QVERIFY(window.has_value());
    QCOMPARE(sumOf(window->bytes({page + 5, 2 * page})), std::uint64_t('a') * (page - 5));
    QVERIFY(!window->faulted());
    std::filesystem::resize_file(folder / "f", 3 * page);
    errno = 77;
    QCOMPARE(sumOf(window->bytes({4 * page, 8 * page})), std::uint64_t(0));
    QCOMPARE(errno, 77);
    QVERIFY(window->faulted());
    QCOMPARE(sumOf(window->bytes({page + 5, 2 * page})), std::uint64_t('a') * (page - 5));
    std::filesystem::resize_file(folder / "f", 0); // and an earlier page goes too
    QCOMPARE(sumOf(window->bytes({page + 5, 2 * page})), std::uint64_t(0));
  }

  void onlyTheWindowItselfIsReplaced() {
    const TemporaryFolder folder;
    writeFile(folder / "f", std::string(4 * page, 'a'));
    writeFile(folder / "g", std::string(4 * page, 'b'));
    const auto first = *FileBytes::open(folder / "f");
    const auto second = *FileBytes::open(folder / "g");
    auto windowOfFirst = MappedWindow::map(first->descriptor(), {0, 4 * page});
    auto windowOfSecond = MappedWindow::map(second->descriptor(), {0, 4 * page});
    std::filesystem::resize_file(folder / "f", 0);
    QCOMPARE(sumOf(windowOfFirst->bytes({0, 4 * page})), std::uint64_t(0));
    QCOMPARE(sumOf(windowOfSecond->bytes({0, 4 * page})), std::uint64_t('b') * 4 * page);
    QVERIFY(windowOfFirst->faulted());
    QVERIFY(!windowOfSecond->faulted());
  }

  void aPageThatFailedForAMomentIsAReadError() {
    const TemporaryFolder folder;
    const timespec times[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
    const auto path = folder / "f";
    writeFile(path, std::string(4 * page, '\1'));
    QCOMPARE(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
    const auto file = *FileBytes::open(path);
    auto reader = *file->chunks({0, 4 * page}, 4 * page, FileAccess::Map);
    const auto chunk = *reader.next();
    std::filesystem::resize_file(path, 0);
    QCOMPARE(sumOf(chunk), std::uint64_t(0));
    // As if the disk had come back: content, size and time are again what they were.
    writeFile(path, std::string(4 * page, '\1'));
    QCOMPARE(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
    QVERIFY(file->verifyUnchanged().has_value());
    const auto verdict = reader.verify();
    QVERIFY(!verdict.has_value());
    QCOMPARE(verdict.error().code, ErrorCode::ReadFailed);
  }

  void movedWindowsStayGuarded() {
    const TemporaryFolder folder;
    writeFile(folder / "f", std::string(4 * page, 'a'));
    const auto file = *FileBytes::open(folder / "f");
    std::optional<MappedWindow> outer;
    {
      auto window = MappedWindow::map(file->descriptor(), {0, 2 * page});
      auto other = MappedWindow::map(file->descriptor(), {2 * page, 4 * page});
      *window = std::move(*other);
      outer.emplace(std::move(*window));
    }
    QCOMPARE(outer->range().begin, std::uint64_t(2 * page));
    std::filesystem::resize_file(folder / "f", 0);
    QCOMPARE(sumOf(outer->bytes({2 * page, 4 * page})), std::uint64_t(0));
    QVERIFY(outer->faulted());
  }

  void aFileCutWhileItIsReadIsNeverSummedWrong() {
    const TemporaryFolder folder;
    const auto path = folder / "f";
    const std::size_t size = 512 * page;
    for (std::size_t round = 0; round < 60; ++round) {
      writeFile(path, std::string(size, '\1'));
      const auto file = *FileBytes::open(path);
      std::atomic<int> passes = 0;
      std::atomic<bool> done = false;
      std::thread cutter([&] { // somewhere in the third pass or later
        while (passes < 2) {
          std::this_thread::yield();
        }
        [[maybe_unused]] const int result =
            ::truncate(path.c_str(), static_cast<off_t>(size * (round % 8) / 8));
        done = true;
      });
      for (bool last = false; !last; ++passes) {
        last = done;
        const auto sum = verifiedSum(*file);
        if (sum) {
          QCOMPARE(*sum, std::uint64_t(size));
          QVERIFY(!last);
        } else {
          QCOMPARE(sum.error().code, ErrorCode::FileChanged);
        }
      }
      cutter.join();
    }
  }

  void manyThreadsFaultWhileWindowsComeAndGo() {
    const TemporaryFolder folder;
    writeFile(folder / "cut", std::string(16 * page, '\1'));
    writeFile(folder / "whole", std::string(16 * page, '\1'));
    const auto cut = *FileBytes::open(folder / "cut");
    const auto whole = *FileBytes::open(folder / "whole");
    std::filesystem::resize_file(folder / "cut", page);
    std::atomic<int> wrong = 0;
    const auto work = [&](bool faults) {
      const int descriptor = faults ? cut->descriptor() : whole->descriptor();
      for (int i = 0; i < 300; ++i) {
        auto window = MappedWindow::map(descriptor, {0, 16 * page});
        const std::uint64_t expected = faults ? page : 16 * page;
        if (!window || sumOf(window->bytes({0, 16 * page})) != expected ||
            window->faulted() != faults) {
          ++wrong;
        }
      }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i) {
      threads.emplace_back(work, i % 2 == 0);
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    QCOMPARE(wrong.load(), 0);
  }

  void slotsAreGivenBack() {
    const TemporaryFolder folder;
    writeFile(folder / "f", std::string(page, 'a'));
    const auto file = *FileBytes::open(folder / "f");
    for (unsigned i = 0; i < 3 * FaultGuard::slots; ++i) {
      QVERIFY(MappedWindow::map(file->descriptor(), {0, page}).has_value());
    }
    std::vector<MappedWindow> windows;
    for (unsigned i = 0; i < FaultGuard::slots; ++i) {
      windows.push_back(std::move(*MappedWindow::map(file->descriptor(), {0, page})));
    }
    QVERIFY(!MappedWindow::map(file->descriptor(), {0, page}).has_value());
    windows.pop_back();
    QVERIFY(MappedWindow::map(file->descriptor(), {0, page}).has_value());
  }
};

QTEST_APPLESS_MAIN(FaultGuardTest)
#include "fault_guard_test.moc"
