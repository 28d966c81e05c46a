#include "core/io/draft_file.h"
#include "core/io/file_system.h"
#include "core/io/new_file.h"
#include "tests/support/safetensors_file.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTest>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace assay;
using assay::test::TemporaryFolder;
using assay::test::writeFile;

namespace {

std::string contentOf(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t filesIn(const TemporaryFolder& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    ++count;
  }
  return count;
}

} // namespace

class NewFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void appearsOnlyWhenCommitted() {
    const TemporaryFolder folder;
    auto file = NewFile::create(folder / "out.json");
    QVERIFY(file.has_value());
    file->stream() << "abc";
    const std::vector<std::byte> large(200'000, std::byte{'x'});
    QVERIFY(file->write(large).has_value());
    QVERIFY(!std::filesystem::exists(folder / "out.json"));
    QVERIFY(file->commit().has_value());
    QCOMPARE(contentOf(folder / "out.json"), "abc" + std::string(200'000, 'x'));
    QCOMPARE(filesIn(folder), std::size_t(1));
  }

  void leavesNothingWhenDropped() {
    const TemporaryFolder folder;
    {
      auto file = NewFile::create(folder / "out.json");
      QVERIFY(file.has_value());
      file->stream() << "abc" << std::flush;
      QVERIFY(!std::filesystem::exists(folder / "out.json"));
    }
    QCOMPARE(filesIn(folder), std::size_t(0));
  }

  void refusesWhatExists() {
    const TemporaryFolder folder;
    writeFile(folder / "out", "old");
    auto file = NewFile::create(folder / "out");
    QVERIFY(!file.has_value());
    QCOMPARE(file.error().code, ErrorCode::OutputExists);
    QCOMPARE(contentOf(folder / "out"), std::string("old"));
  }

  void refusesWhatCameMeanwhile() {
    const TemporaryFolder folder;
    auto file = NewFile::create(folder / "out");
    QVERIFY(file.has_value());
    file->stream() << "new";
    writeFile(folder / "out", "somebody's");
    const auto done = file->commit();
    QVERIFY(!done.has_value());
    QCOMPARE(done.error().code, ErrorCode::OutputExists);
    QCOMPARE(contentOf(folder / "out"), std::string("somebody's"));
  }

  void replacesWhenTold() {
    const TemporaryFolder folder;
    writeFile(folder / "out", "old");
    QCOMPARE(::chmod((folder / "out").c_str(), 0640), 0);
    auto file = NewFile::create(folder / "out", NewFile::IfExists::Replace);
    QVERIFY(file.has_value());
    file->stream() << "new";
    QCOMPARE(contentOf(folder / "out"), std::string("old"));
    QVERIFY(file->commit().has_value());
    QCOMPARE(contentOf(folder / "out"), std::string("new"));
    struct stat st {};
    QCOMPARE(::stat((folder / "out").c_str(), &st), 0);
    QCOMPARE(unsigned(st.st_mode & 0777U), 0640U);
  }

  void replacesTheFileBehindALink() {
    const TemporaryFolder folder;
    writeFile(folder / "real", "old");
    std::filesystem::create_symlink("real", folder / "link");
    auto file = NewFile::create(folder / "link", NewFile::IfExists::Replace);
    QVERIFY(file.has_value());
    file->stream() << "new";
    QVERIFY(file->commit().has_value());
    QVERIFY(std::filesystem::is_symlink(folder / "link"));
    QCOMPARE(contentOf(folder / "real"), std::string("new"));
  }

  void refusesFoldersAndUnwritablePlaces() {
    const TemporaryFolder folder;
    QCOMPARE(NewFile::create(folder.path()).error().code, ErrorCode::WriteFailed);
    QCOMPARE(NewFile::create(folder / "none/out").error().code, ErrorCode::WriteFailed);
  }

  void takesTheLongestName() {
    const TemporaryFolder folder;
    const std::string name(255, 'n');
    auto file = NewFile::create(folder / name);
    QVERIFY(file.has_value());
    QVERIFY(file->commit().has_value());
    QVERIFY(std::filesystem::exists(folder / name));
  }

  void aFailedWriteTellsWhereAndWhy() {
    const TemporaryFolder folder;
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{100'000, before.rlim_max};
    auto file = NewFile::create(folder / "out");
    QVERIFY(file.has_value());
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto written = file->write(std::vector<std::byte>(200'000));
    const auto done = file->commit();
    ::setrlimit(RLIMIT_FSIZE, &before);
    QVERIFY(!written.has_value());
    QCOMPARE(written.error().code, ErrorCode::WriteFailed);
    QCOMPARE(written.error().position, std::optional<std::uint64_t>(100'000));
    QVERIFY(!done.has_value());
    file = NewFile::create(folder / "other"); // drops the first
    file->stream() << "x";
    QVERIFY(file->commit().has_value());
    QVERIFY(!std::filesystem::exists(folder / "out"));
    QCOMPARE(filesIn(folder), std::size_t(1));
  }

  void aKilledProcessLeavesNoTarget() {
    const TemporaryFolder folder;
    writeFile(folder / "old", "old");
    const pid_t child = ::fork();
    if (child == 0) {
      auto first = NewFile::create(folder / "new");
      auto second = NewFile::create(folder / "old", NewFile::IfExists::Replace);
      first->stream() << "half" << std::flush;
      second->stream() << "half" << std::flush;
      ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    QVERIFY(WIFSIGNALED(status));
    QVERIFY(!std::filesystem::exists(folder / "new"));
    QCOMPARE(contentOf(folder / "old"), std::string("old"));
    const int nameless = assay::openNameless(folder.path());
    if (nameless >= 0) { // then there is no draft left either
      ::close(nameless);
      QCOMPARE(filesIn(folder), std::size_t(1));
    }
  }

  void aDraftWithANameDoesTheSame() {
    // As on systems without nameless files: by hand, with what such a draft does.
    const TemporaryFolder folder;
    writeFile(folder / "taken", "old");
    for (const auto ifTaken : {DraftFile::IfTaken::Refuse, DraftFile::IfTaken::Replace}) {
      auto draft = DraftFile::beside(folder / "taken", DraftFile::Name::Hidden);
      QVERIFY(draft.has_value());
      QCOMPARE(filesIn(folder), std::size_t(2));
      QCOMPARE(::write(draft->descriptor(), "new", 3), ssize_t(3));
      const bool refused = ifTaken == DraftFile::IfTaken::Refuse;
      QCOMPARE(draft->publish(folder / "taken", ifTaken), refused ? EEXIST : 0);
      QCOMPARE(contentOf(folder / "taken"), std::string(refused ? "old" : "new"));
      draft.reset();
      QCOMPARE(filesIn(folder), std::size_t(1));
    }
    auto draft = DraftFile::beside(folder / "free", DraftFile::Name::Hidden);
    QCOMPARE(draft->publish(folder / "free", DraftFile::IfTaken::Refuse), 0);
    draft.reset();
    QCOMPARE(filesIn(folder), std::size_t(2));
  }

  void aFullDeviceIsNoSpace() {
    if (!std::filesystem::exists("/dev/full")) {
      QSKIP("no /dev/full here");
    }
    auto file = NewFile::create("/dev/full");
    QVERIFY(file.has_value());
    file->stream() << "abc";
    const auto done = file->commit();
    QVERIFY(!done.has_value());
    QCOMPARE(done.error().code, ErrorCode::NoSpace);
    QVERIFY(std::filesystem::exists("/dev/full"));
  }

  void roomIsCheckedBeforehand() {
    const TemporaryFolder folder;
    auto file = NewFile::create(folder / "out");
    QVERIFY(file.has_value());
    QVERIFY(file->checkRoom(1).has_value());
    const auto room = file->checkRoom(std::uint64_t{1} << 62U);
    QVERIFY(!room.has_value());
    QCOMPARE(room.error().code, ErrorCode::NoSpace);
    QVERIFY(room.error().expected && room.error().actual);
  }
};

QTEST_APPLESS_MAIN(NewFileTest)
#include "new_file_test.moc"
