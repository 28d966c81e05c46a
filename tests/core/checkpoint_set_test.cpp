#include "tests/support/checkpoint_set.h"

#include <sys/resource.h>
#include <unistd.h>

#include <QTest>
#include <cstdio>
#include <string>
#include <vector>

using namespace assay;
using namespace assay::test;
namespace fs = std::filesystem;

class CheckpointSetTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anIndexAndItsFolderOpenAsOne() {
    const TemporaryFolder folder;
    putSet(folder.path());
    for (const fs::path& path : {folder / indexName, folder.path(), folder.path() / ""}) {
      const auto checkpoint = opened(path);
      QCOMPARE(codes(*checkpoint), std::string());
      QCOMPARE(rows(*checkpoint), std::string("a@0 b@0 c@1 d@1"));
      QCOMPARE(checkpoint->shards().size(), std::size_t(2));
      QCOMPARE(checkpoint->shards()[1].fileName, shard2);
      QVERIFY(checkpoint->shards()[1].reference.accepts());
      QCOMPARE(checkpoint->set().indexOrder, (std::vector<std::uint32_t>{3, 0, 1, 2}));
      QCOMPARE(checkpoint->totals().dataBytes, std::uint64_t(16));
      QCOMPARE(checkpoint->name(), folder.path().filename().string());
      QVERIFY(checkpoint->path() == path);
    }
  }

  void aFolderWithoutAnIndexIsGroupedByNames() {
    const TemporaryFolder folder;
    putSet(folder.path());
    fs::remove(folder / indexName);
    const auto checkpoint = opened(folder.path());
    QCOMPARE(codes(*checkpoint), std::string());
    QCOMPARE(rows(*checkpoint), std::string("a@0 b@0 c@1 d@1"));
    QVERIFY(checkpoint->set().indexOrder.empty());
  }

  void aMissingShardIsCounted() {
    const TemporaryFolder folder;
    putSet(folder.path());
    fs::remove(folder / shard2);
    const auto checkpoint = opened(folder.path());
    QCOMPARE(codes(*checkpoint), std::string("missing_shard"));
    QCOMPARE(rows(*checkpoint), std::string("a@0 b@0 d@1:missing c@1:missing"));
    const Finding finding = findingOf(*checkpoint, FindingCode::MissingShard);
    QVERIFY(finding.severity == Severity::Error);
    QCOMPARE(finding.title, std::string("Shard 2 of 2 is missing"));
    QVERIFY(has(finding, shard2 + " holds 2 tensors (8 bytes by the index's total_size)."));
    QVERIFY(!checkpoint->table().at(2).described);
    QVERIFY(!checkpoint->shards()[1].judged && !checkpoint->shards()[1].file);
  }

  void aLocatedShardIsUsed() {
    const TemporaryFolder folder;
    putSet(folder.path());
    fs::rename(folder / shard2, folder / "elsewhere.bin");
    OpenOptions options;
    options.located.emplace_back(shard2, folder / "elsewhere.bin");
    QCOMPARE(codes(*opened(folder.path(), options)), std::string());
  }

  void aMissingNumberIsNoticedWithoutAnIndex() {
    const TemporaryFolder folder;
    putTensors(folder / "m-00001-of-00003.safetensors", {tensor("a")});
    putTensors(folder / "m-00003-of-00003.safetensors", {tensor("b")});
    const auto checkpoint = opened(folder.path());
    QCOMPARE(codes(*checkpoint), std::string("missing_shard"));
    QCOMPARE(checkpoint->findings()[0].title, std::string("Shard 2 of 3 is missing"));
    QCOMPARE(checkpoint->findings()[0].file, std::string("m-00002-of-00003.safetensors"));
    QCOMPARE(rows(*checkpoint), std::string("a@0 b@2"));
  }

  void numbersMayCountFromZero() {
    const TemporaryFolder folder;
    putTensors(folder / "m-00000-of-00002.safetensors", {tensor("a")});
    putTensors(folder / "m-00001-of-00002.safetensors", {tensor("b")});
    QCOMPARE(codes(*opened(folder.path())), std::string());
  }

  void anOldIndexIsToldFromTheNames() {
    const TemporaryFolder folder;
    WeightMap map;
    for (int i = 1; i <= 4; ++i) {
      map.emplace_back("t" + std::to_string(i),
                       "model-0000" + std::to_string(i) + "-of-00004.safetensors");
    }
    putFile(folder / indexName, indexText(map));
    putTensors(folder / shard1, {tensor("a")});
    putTensors(folder / shard2, {tensor("c")});
    const auto checkpoint = opened(folder.path());
    const Finding first = checkpoint->findings()[0];
    QCOMPARE(first.title, std::string("4 of 4 shards are missing"));
    QVERIFY(has(first, "names 4 files; 0 of them are in the folder"));
    QVERIFY(has(first, "2 files not in the index are named as of 2, a complete set of their own"));
    QVERIFY(!checkpoint->readable());
    QCOMPARE(checkpoint->table().size(), std::size_t(4));
  }

  void absentUnindexedAndMisplacedTensorsAreNamed() {
    const TemporaryFolder folder;
    putSet(folder.path());
    putTensors(folder / shard2, {tensor("c"), tensor("mtp.x"), tensor("e")});
    putFile(folder / indexName,
            indexText({{"a", shard1}, {"b", shard1}, {"c", shard2}, {"d", shard2}, {"e", shard1}}));
    const auto checkpoint = opened(folder.path());
    QCOMPARE(codes(*checkpoint), std::string("absent_from_shard not_in_index wrong_shard"));
    QCOMPARE(rows(*checkpoint),
             std::string("a@0 b@0 c@1 mtp.x@1:not_in_index e@1 d@1:absent_from_shard"));
    const Finding absent = checkpoint->findings()[0];
    QCOMPARE(absent.title, std::string("1 tensor is not in the shard the index names"));
    QCOMPARE(absent.tensor, std::optional<std::string>("d"));
    QCOMPARE(absent.file, shard2);
    QVERIFY(absent.severity == Severity::Error);
    QVERIFY(checkpoint->findings()[1].severity == Severity::Warning);
    QCOMPARE(checkpoint->findings()[1].tensor, std::optional<std::string>("mtp.x"));
    const Finding misplaced = checkpoint->findings()[2];
    QVERIFY(misplaced.severity == Severity::Warning);
    QVERIFY(has(misplaced, shard1) && has(misplaced, shard2));
    QCOMPARE(checkpoint->set().indexOrder, (std::vector<std::uint32_t>{0, 1, 2, 5, 4, 3}));
  }

  void aTensorInTwoShardsIsCompared() {
    const TemporaryFolder folder;
    putSet(folder.path());
    const auto told = [&folder](const TestTensor& twin) {
      putTensors(folder / shard2, {tensor("c"), tensor("d"), twin});
      const auto checkpoint = opened(folder.path());
      const bool only = codes(*checkpoint).find("in_two_shards") != std::string::npos &&
                        rows(*checkpoint) == "a*@0 b@0 c@1 d@1 a@1";
      return only ? findingOf(*checkpoint, FindingCode::InTwoShards) : Finding();
    };
    QVERIFY(has(told(tensor("a")), "with equal bytes (4 bytes)"));
    QVERIFY(has(told({"a", "F32", {1}, std::string("\1\1\1\2")}),
                "with different bytes: the first 3 bytes agree"));
    QVERIFY(has(told({"a", "BF16", {2}, std::string(4, 1)}), "F32 1 and BF16 2"));
    QVERIFY(told(tensor("a")).severity == Severity::Error);
  }

  void threeCopiesLeaveTheLast() {
    const TemporaryFolder folder;
    for (int i = 1; i <= 3; ++i) {
      putTensors(folder / ("m-0000" + std::to_string(i) + "-of-00003.safetensors"), {tensor("w")});
    }
    const auto checkpoint = opened(folder.path());
    QCOMPARE(rows(*checkpoint), std::string("w*@0 w*@1 w@2"));
    QCOMPARE(codes(*checkpoint), std::string("in_two_shards in_two_shards"));
  }

  void aLongTwinIsComparedInPart() {
    const TemporaryFolder folder;
    const std::string bytes(std::size_t{20} << 20U, 'x');
    putTensors(folder / shard1, {{"w", "U8", {bytes.size()}, bytes}});
    putTensors(folder / shard2, {{"w", "U8", {bytes.size()}, bytes}});
    QVERIFY(has(opened(folder.path())->findings()[0],
                "as far as they were compared, 16.8 MB of 21.0 MB"));
  }

  void duplicateKeysStrayFilesAndTotalsAreToldAndDoNoHarm() {
    const TemporaryFolder folder;
    putSet(folder.path());
    putFile(folder / indexName,
            indexText({{"a", shard2}, {"b", shard1}, {"c", shard2}, {"d", shard2}, {"a", shard1}},
                      "\"total_size\":99"));
    putTensors(folder / "model.safetensors", {tensor("a")});
    const auto checkpoint = opened(folder.path());
    QCOMPARE(codes(*checkpoint), std::string("duplicate_index_key total_size_differs stray_file"));
    QVERIFY(!checkpoint->hasErrors());
    QVERIFY(checkpoint->findings()[0].position.has_value());
    QVERIFY(has(checkpoint->findings()[1], "99 bytes; the tensors take 16 bytes, the files"));
    QCOMPARE(checkpoint->findings()[2].file, std::string("model.safetensors"));
    OpenOptions alone;
    alone.setName = "model.safetensors";
    QCOMPARE(rows(*opened(folder.path(), alone)), std::string("a@0"));
  }

  void aTotalOfFileSizesIsExplained() {
    const TemporaryFolder folder;
    putSet(folder.path());
    const auto bytes = fs::file_size(folder / shard1) + fs::file_size(folder / shard2);
    putFile(folder / indexName,
            indexText({{"a", shard1}, {"b", shard1}, {"c", shard2}, {"d", shard2}},
                      "\"total_size\":\"" + std::to_string(bytes) + "\""));
    const auto checkpoint = opened(folder.path());
    QCOMPARE(codes(*checkpoint), std::string("total_size_differs"));
    QVERIFY(has(checkpoint->findings()[0], "summed the files"));
  }

  void namesThatLeaveTheFolderAreNotOpened() {
    const TemporaryFolder folder;
    putTensors(folder / "outside.safetensors", {tensor("x")});
    const fs::path set = folder / "set";
    for (const std::string& name :
         {std::string("../outside.safetensors"), (folder / "outside.safetensors").string(),
          std::string("C:outside.safetensors"), std::string("http://h/outside.safetensors")}) {
      putTensors(set / shard1, {tensor("a")});
      putFile(set / indexName, indexText({{"a", shard1}, {"x", name}}));
      const auto checkpoint = opened(set);
      QCOMPARE(codes(*checkpoint), std::string("outside_folder"));
      QVERIFY(checkpoint->hasErrors());
      QVERIFY(rows(*checkpoint).find(":missing") != std::string::npos);
    }
    putFile(set / indexName, indexText({{"a", shard1}, {"x", "pytorch_model-00001.bin"}}));
    putFile(set / "pytorch_model-00001.bin", "x");
    QCOMPARE(codes(*opened(set)), std::string("wrong_extension"));
  }

  void nestedAndEscapedNamesAreTakenLiterally() {
    const TemporaryFolder folder;
    putTensors(folder / "sub/model%2D00001.safetensors", {tensor("a")});
    putFile(folder / indexName, indexText({{"a", "sub/model%2D00001.safetensors"}}));
    const auto checkpoint = opened(folder.path());
    QCOMPARE(codes(*checkpoint), std::string());
    QCOMPARE(rows(*checkpoint), std::string("a@0"));
  }

  void aShardThatIsSomethingElseDoesNotHideTheRest() {
    const TemporaryFolder folder;
    putSet(folder.path());
    putFile(folder / shard2, "<!DOCTYPE html><html><title>Sign in</title></html>");
    const auto checkpoint = opened(folder.path());
    QCOMPARE(codes(*checkpoint), std::string("html_page unreadable_shard"));
    QCOMPARE(rows(*checkpoint), std::string("a@0 b@0 d@1:missing c@1:missing"));
    QVERIFY(checkpoint->readable() && checkpoint->hasErrors());
    const Finding finding = checkpoint->findings()[1];
    QCOMPARE(finding.title, std::string("Shard 2 of 2 cannot be read"));
    QVERIFY(has(finding, "should hold 2 tensors: this is a web page"));
  }

  void aShardThatMayNotBeReadDoesNotHideTheRest() {
    if (::geteuid() == 0) {
      QSKIP("the super-user may read everything");
    }
    const TemporaryFolder folder;
    putSet(folder.path());
    fs::permissions(folder / shard1, fs::perms::none);
    const auto checkpoint = opened(folder.path());
    QCOMPARE(codes(*checkpoint), std::string("unreadable_shard"));
    QVERIFY(has(checkpoint->findings()[0], "does not let it be read"));
  }

  void anIndexThatIsNoneSaysWhatItIs() {
    const TemporaryFolder folder;
    const auto code = [&folder](std::string_view text) {
      putFile(folder / indexName, text);
      const auto checkpoint = opened(folder / indexName);
      return checkpoint->readable() || checkpoint->shards().size() != 1 ? std::string("?")
                                                                        : codes(*checkpoint);
    };
    QCOMPARE(code("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
             std::string("git_lfs_pointer"));
    QCOMPARE(code(""), std::string("empty_file"));
    QCOMPARE(code("{\"weight_map\":{}}"), std::string("not_a_checkpoint"));
    QCOMPARE(code("{\"weight_map\":{\"a\":1}}"), std::string("bad_entry"));
    QCOMPARE(code("{\"weight_map\":{\"a\""), std::string("invalid_json"));
    QCOMPARE(code("{\"error\":\"Not found\"}"), std::string("json_error_page"));
    QCOMPARE(code("<!DOCTYPE html><html></html>"), std::string("html_page"));
  }

  void manyFaultsAreCountedNotListed() {
    const TemporaryFolder folder;
    WeightMap map;
    for (int i = 0; i < 1000; ++i) {
      map.emplace_back("t" + std::to_string(i), "s" + std::to_string(i) + ".safetensors");
    }
    putFile(folder / indexName, indexText(map));
    const auto checkpoint = opened(folder / indexName);
    QCOMPARE(checkpoint->findings().size(), std::size_t(21));
    QCOMPARE(checkpoint->table().size(), std::size_t(1000));
    QVERIFY(!checkpoint->readable());
  }

  void manyShardsFitInFewDescriptors() {
    const TemporaryFolder folder;
    constexpr int count = 300;
    for (int i = 1; i <= count; ++i) {
      char name[40];
      std::snprintf(name, sizeof name, "m-%05d-of-%05d.safetensors", i, count);
      putTensors(folder / name, {tensor("t" + std::to_string(i))});
    }
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit few{100, before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
    const auto checkpoint = opened(folder.path());
    ::setrlimit(RLIMIT_NOFILE, &before);
    QCOMPARE(codes(*checkpoint), std::string());
    QCOMPARE(checkpoint->table().size(), std::size_t(count));
  }

  void stopsWhenAsked() {
    const TemporaryFolder folder;
    putSet(folder.path());
    StopSource stop;
    stop.requestStop();
    NoProgress progress;
    const auto checkpoint =
        openCheckpoint(folder / indexName, OpenOptions(), stop.token(), progress);
    QVERIFY(!checkpoint);
    QCOMPARE(checkpoint.error().code, ErrorCode::Stopped);
  }

  void progressCountsShards() {
    class Counter final : public ProgressSink {
     public:
      void report(const Progress& progress) override { last = progress; }
      Progress last{};
    };
    const TemporaryFolder folder;
    putSet(folder.path());
    Counter counter;
    QVERIFY(openCheckpoint(folder.path(), StopToken(), counter).has_value());
    QCOMPARE(counter.last.itemsDone, std::uint64_t(2));
    QCOMPARE(counter.last.itemsTotal, std::uint64_t(2));
  }
};

QTEST_APPLESS_MAIN(CheckpointSetTest)
#include "checkpoint_set_test.moc"
