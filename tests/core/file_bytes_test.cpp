#include "core/io/file_bytes.h"
#include "tests/support/safetensors_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QTest>
#include <limits>
#include <string>
#include <vector>

using namespace assay;
using assay::test::TemporaryFolder;
using assay::test::writeFile;

Q_DECLARE_METATYPE(FileAccess)

namespace {

std::string patternBytes(std::size_t count) {
  std::string bytes(count, '\0');
  std::uint32_t state = 1;
  for (char& byte : bytes) {
    state = state * 1664525U + 1013904223U;
    byte = static_cast<char>(state >> 24U);
  }
  return bytes;
}

void giveOldTime(const std::filesystem::path& path) {
  const timespec times[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
  QCOMPARE(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

/// All bytes that a reader yields, each chunk verified; its position and size are checked too.
Result<std::string> readAll(const FileBytes& file, ByteRange range, std::size_t chunkBytes,
                            FileAccess access) {
  auto reader = file.chunks(range, chunkBytes, access);
  if (!reader) {
    return fail(reader.error());
  }
  std::string bytes;
  for (;;) {
    const auto chunk = reader->next();
    if (!chunk) {
      return fail(chunk.error());
    }
    if (chunk->empty()) {
      return bytes;
    }
    if (reader->position() != range.begin + bytes.size()) {
      return fail({.code = ErrorCode::OutsideFile, .detail = "wrong position"});
    }
    bytes.append(reinterpret_cast<const char*>(chunk->data()), chunk->size());
    if (auto ok = reader->verify(); !ok) {
      return fail(ok.error());
    }
  }
}

} // namespace

class FileBytesTest : public QObject {
  Q_OBJECT

 private:
  /// The contract holds whatever the access: every test named contract... runs with each.
  static void addAccesses() {
    QTest::addColumn<FileAccess>("access");
    QTest::newRow("auto") << FileAccess::Auto;
    QTest::newRow("map") << FileAccess::Map;
    QTest::newRow("read") << FileAccess::Read;
  }

 private Q_SLOTS:
  void contractAnyRangeInAnyChunks_data() { addAccesses(); }
  void contractAnyRangeInAnyChunks() {
    QFETCH(const FileAccess, access);
    const TemporaryFolder folder;
    const std::string bytes = patternBytes(300'001);
    writeFile(folder / "f", bytes);
    const auto file = *FileBytes::open(folder / "f");
    for (const std::uint64_t begin : {0U, 1U, 4095U, 4096U, 100'000U, 300'000U, 300'001U}) {
      for (const std::uint64_t length : {0U, 1U, 4096U, 70'001U, 299'999U}) {
        const ByteRange range{begin, std::min<std::uint64_t>(begin + length, bytes.size())};
        for (const std::size_t chunk : {1'000U, 4096U, 65'537U, 1U << 22U}) {
          const auto found = readAll(*file, range, chunk, access);
          QVERIFY(found.has_value());
          QCOMPARE(*found, bytes.substr(range.begin, range.size()));
        }
      }
    }
  }

  void contractChunksHaveTheSizeAskedFor_data() { addAccesses(); }
  void contractChunksHaveTheSizeAskedFor() {
    QFETCH(const FileAccess, access);
    const TemporaryFolder folder;
    writeFile(folder / "f", patternBytes(1'000'000));
    const auto file = *FileBytes::open(folder / "f");
    auto reader = *file->chunks({5, 1'000'000}, 400'000, access);
    std::vector<std::size_t> sizes;
    for (auto chunk = reader.next(); chunk && !chunk->empty(); chunk = reader.next()) {
      sizes.push_back(chunk->size());
    }
    QCOMPARE(sizes, (std::vector<std::size_t>{400'000, 400'000, 199'995}));
    QVERIFY(reader.next()->empty());
  }

  void contractChunksBeyondOneWindow_data() { addAccesses(); }
  void contractChunksBeyondOneWindow() {
    QFETCH(const FileAccess, access);
    const TemporaryFolder folder;
    constexpr std::uint64_t size = (std::uint64_t{200} << 20U) + 77; // several windows
    writeFile(folder / "f", "");
    std::filesystem::resize_file(folder / "f", size);
    const int descriptor = ::open((folder / "f").c_str(), O_WRONLY);
    std::vector<std::uint64_t> marks;
    for (std::uint64_t at = 3; at < size; at += 1'000'003) {
      QCOMPARE(::pwrite(descriptor, "x", 1, static_cast<off_t>(at)), ssize_t(1));
      marks.push_back(at);
    }
    ::close(descriptor);
    const auto file = *FileBytes::open(folder / "f");
    auto reader = *file->chunks({1, size}, 3'000'001, access);
    std::vector<std::uint64_t> found;
    for (auto chunk = reader.next(); chunk && !chunk->empty(); chunk = reader.next()) {
      for (std::size_t i = 0; i < chunk->size(); ++i) {
        if ((*chunk)[i] != std::byte{0}) {
          found.push_back(reader.position() + i);
        }
      }
      QVERIFY(reader.verify().has_value());
    }
    QCOMPARE(found, marks);
  }

  void contractRangesOutsideTheFile_data() { addAccesses(); }
  void contractRangesOutsideTheFile() {
    QFETCH(const FileAccess, access);
    const TemporaryFolder folder;
    writeFile(folder / "f", "0123456789");
    const auto file = *FileBytes::open(folder / "f");
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    for (const ByteRange range : {ByteRange{0, 11}, {11, 11}, {5, 4}, {most, most}, {0, most}}) {
      const auto reader = file->chunks(range, 4, access);
      QVERIFY(!reader);
      QCOMPARE(reader.error().code, ErrorCode::OutsideFile);
    }
    std::vector<std::byte> out(4);
    QCOMPARE(file->read(7, out).error().code, ErrorCode::OutsideFile);
    QCOMPARE(file->read(most, out).error().code, ErrorCode::OutsideFile);
    QVERIFY(file->read(6, out).has_value());
    QCOMPARE(std::to_integer<char>(out[3]), '9');
    QVERIFY(file->chunks({10, 10}, 4, access)->next()->empty());
  }

  void contractACutFileIsAnError_data() { addAccesses(); }
  void contractACutFileIsAnError() {
    QFETCH(const FileAccess, access);
    const TemporaryFolder folder;
    for (const std::uint64_t left : {0U, 4095U, 4096U, 500'000U, 999'999U}) {
      writeFile(folder / "f", patternBytes(1'000'000));
      const auto file = *FileBytes::open(folder / "f");
      auto reader = *file->chunks({0, 1'000'000}, 100'000, access);
      QVERIFY(reader.next().has_value());
      std::filesystem::resize_file(folder / "f", left);
      std::optional<Error> error;
      for (auto chunk = reader.next(); !error; chunk = reader.next()) {
        if (!chunk) {
          error = chunk.error();
        } else if (chunk->empty()) {
          break;
        } else {
          const std::string touched(reinterpret_cast<const char*>(chunk->data()), chunk->size());
          const auto ok = reader.verify();
          error = ok ? error : ok.error();
        }
      }
      QVERIFY(error.has_value());
      QCOMPARE(error->code, ErrorCode::FileChanged);
      QCOMPARE(error->expected, std::optional<std::uint64_t>(1'000'000));
    }
  }

  void contractAFileWrittenInPlaceIsAnError_data() { addAccesses(); }
  void contractAFileWrittenInPlaceIsAnError() {
    QFETCH(const FileAccess, access);
    const TemporaryFolder folder;
    writeFile(folder / "f", patternBytes(1'000'000));
    giveOldTime(folder / "f");
    const auto file = *FileBytes::open(folder / "f");
    auto reader = *file->chunks({0, 1'000'000}, 100'000, access);
    QVERIFY(reader.next().has_value());
    QVERIFY(reader.verify().has_value());
    const int descriptor = ::open((folder / "f").c_str(), O_WRONLY);
    QCOMPARE(::pwrite(descriptor, "x", 1, 999'999), ssize_t(1));
    ::close(descriptor);
    QCOMPARE(reader.verify().error().code, ErrorCode::FileChanged);
    QCOMPARE(file->verifyUnchanged().error().code, ErrorCode::FileChanged);
  }

  void contractAReplacedFileIsReadAsItWas_data() { addAccesses(); }
  void contractAReplacedFileIsReadAsItWas() {
    QFETCH(const FileAccess, access);
    const TemporaryFolder folder;
    const std::string bytes = patternBytes(600'000);
    writeFile(folder / "f", bytes);
    const auto file = *FileBytes::open(folder / "f");
    writeFile(folder / "g", "other");
    std::filesystem::rename(folder / "g", folder / "f");
    QCOMPARE(*readAll(*file, {0, 600'000}, 4096, access), bytes);
  }

  void whatCannotBeOpened() {
    const TemporaryFolder folder;
    QCOMPARE(FileBytes::open(folder / "none").error().code, ErrorCode::NotFound);
    QCOMPARE(FileBytes::open(folder.path()).error().code, ErrorCode::IsAFolder);
    QCOMPARE(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    QCOMPARE(FileBytes::open(folder / "pipe").error().code, ErrorCode::NotARegularFile);
    writeFile(folder / "secret", "x");
    QCOMPARE(::chmod((folder / "secret").c_str(), 0), 0);
    if (::geteuid() != 0) {
      QCOMPARE(FileBytes::open(folder / "secret").error().code, ErrorCode::NoPermission);
    }
    QCOMPARE(FileBytes::open(folder / "secret/x").error().code, ErrorCode::NotFound);
  }

  void anEmptyFile() {
    const TemporaryFolder folder;
    writeFile(folder / "f", "");
    const auto file = *FileBytes::open(folder / "f");
    QCOMPARE(file->size(), std::uint64_t(0));
    QVERIFY(file->chunks({0, 0})->next()->empty());
    QVERIFY(file->read(0, {}).has_value());
  }

  void moreReadersThanTheGuardHasSlots() {
    const TemporaryFolder folder;
    const std::string bytes = patternBytes(20'000);
    writeFile(folder / "f", bytes);
    const auto file = *FileBytes::open(folder / "f");
    std::vector<ChunkReader> readers;
    for (int i = 0; i < 400; ++i) {
      readers.push_back(*file->chunks({0, 20'000}, 10'000, FileAccess::Map));
      QVERIFY(readers.back().next().has_value());
    }
    for (ChunkReader& reader : readers) {
      const auto chunk = reader.next();
      QCOMPARE(std::string(reinterpret_cast<const char*>(chunk->data()), chunk->size()),
               bytes.substr(10'000));
      QVERIFY(reader.verify().has_value());
    }
  }

  void moreFilesThanTheSoftLimit() {
    const TemporaryFolder folder;
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
    if (before.rlim_max < 400) {
      QSKIP("the hard limit of open files is too low");
    }
    const rlimit small{100, before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &small), 0);
    std::vector<std::shared_ptr<const FileBytes>> files;
    writeFile(folder / "f", "x");
    for (int i = 0; i < 300; ++i) {
      auto file = FileBytes::open(folder / "f");
      if (file) {
        files.push_back(*file);
      }
    }
    ::setrlimit(RLIMIT_NOFILE, &before);
    QCOMPARE(files.size(), std::size_t(300));
  }

  void whichAccessAFileHas() {
    const TemporaryFolder folder;
    writeFile(folder / "f", "x");
    QVERIFY((*FileBytes::open(folder / "f", FileAccess::Map))->isMapped());
    QVERIFY(!(*FileBytes::open(folder / "f", FileAccess::Read))->isMapped());
  }
};

QTEST_APPLESS_MAIN(FileBytesTest)
#include "file_bytes_test.moc"
