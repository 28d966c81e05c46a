#include "core/io/memory_usage.h"
#include "core/io/page_cache.h"
#include "tests/support/safetensors_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include <QTest>
#include <cstring>
#include <string>

using namespace assay;
using assay::test::TemporaryFolder;
using assay::test::writeFile;

namespace {

constexpr std::size_t size = std::size_t{64} << 20U;

/// The sanitizers keep memory of their own for all that is touched.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr bool countsAreOurs = false;
#else
constexpr bool countsAreOurs = true;
#endif

/// Within a tenth of `size` and 2 MiB: the system counts loosely.
bool isAbout(std::int64_t found, std::int64_t expected) {
  return std::abs(found - expected) < static_cast<std::int64_t>(size / 10) + (2 << 20);
}

std::int64_t difference(std::uint64_t after, std::uint64_t before) {
  return static_cast<std::int64_t>(after) - static_cast<std::int64_t>(before);
}

} // namespace

class MemoryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void ownMemoryIsAnonymous() {
    if (!countsAreOurs) {
      QSKIP("a sanitizer's own memory counts too");
    }
    const auto before = memoryUsage();
    QVERIFY(before.has_value());
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    std::memset(memory, 1, size);
    const auto during = memoryUsage();
    ::munmap(memory, size);
    const auto after = memoryUsage();
    QVERIFY(isAbout(difference(during->anon, before->anon), size));
    QVERIFY(isAbout(difference(during->file, before->file), 0));
    QVERIFY(isAbout(difference(after->anon, before->anon), 0));
    QVERIFY(during->peak >= before->resident() + size / 2);
    QVERIFY(isAbout(difference(after->peak, during->peak), 0));
  }

  void thePeakCanStartAnew() {
    void* memory = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    std::memset(memory, 1, size);
    ::munmap(memory, size);
    const auto before = memoryUsage();
    if (!resetPeakMemory()) {
      QSKIP("the peak cannot be reset here");
    }
    QVERIFY(difference(before->peak, memoryUsage()->peak) > static_cast<std::int64_t>(size / 2));
  }

  void mappedFilesAreFilePages() {
    if (!countsAreOurs) {
      QSKIP("a sanitizer's own memory counts too");
    }
    const TemporaryFolder folder;
    writeFile(folder / "f", std::string(size, 'a'));
    const auto file = *FileBytes::open(folder / "f");
    const auto before = memoryUsage();
    void* memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file->descriptor(), 0);
    volatile const char* bytes = static_cast<const char*>(memory);
    for (std::size_t i = 0; i < size; i += 1024) {
      (void)bytes[i];
    }
    const auto during = memoryUsage();
    const PageFaults faults = pageFaults();
    ::munmap(memory, size);
    QVERIFY(isAbout(difference(during->file, before->file), size));
    QVERIFY(isAbout(difference(during->anon, before->anon), 0));
    QVERIFY(faults.minor > 0);
  }

  void whatIsCachedOfAFile() {
    const TemporaryFolder folder;
    writeFile(folder / "f", std::string(size + 5, 'a'));
    const auto file = *FileBytes::open(folder / "f");
    const auto all = cachedBytes(*file, {0, file->size()});
    if (!all) {
      QSKIP("the system does not tell here");
    }
    QCOMPARE(*all, std::uint64_t(size + 5)); // just written
    QCOMPARE(cachedBytesByMapping(*file, {0, file->size()}), all);
    QCOMPARE(*cachedBytes(*file, {5, 10}), std::uint64_t(5));
    QCOMPARE(*cachedBytes(*file, {7, 7}), std::uint64_t(0));
  }

  void droppedPagesAreCountedAsGone() {
    const TemporaryFolder folder;
    writeFile(folder / "f", std::string(size, 'a'));
    const auto file = *FileBytes::open(folder / "f");
    QVERIFY(dropFromCache(*file));
    const auto left = cachedBytes(*file, {0, size});
    if (!left || *left == size) {
      QSKIP("files in this folder always stay in memory");
    }
    QVERIFY(*left < size / 10);
    QCOMPARE(cachedBytesByMapping(*file, {0, size}), left);
    std::string one(1, '\0');
    QVERIFY(file->read(size / 2, std::as_writable_bytes(std::span(one))).has_value());
    const auto some = cachedBytes(*file, {0, size});
    QVERIFY(*some > *left && *some < size);
  }
};

QTEST_APPLESS_MAIN(MemoryTest)
#include "memory_test.moc"
