// The layout of the file map: every byte belongs to one stretch, in order and without holes.

#include "tests/support/safetensors_file.h"
#include "ui/models/checkpoint_overview.h"
#include "ui/models/name_groups.h"

#include <QTest>

using namespace assay;

namespace {

std::shared_ptr<const Checkpoint> open(const std::string& bytes) {
  static const test::TemporaryFolder folder;
  test::writeFile(folder / "model.safetensors", bytes);
  NoProgress progress;
  auto opened = openCheckpoint(folder / "model.safetensors", {}, progress);
  return opened ? *opened : nullptr;
}

test::TestTensor tensor(const std::string& name, std::size_t bytes) {
  return {.name = name, .dtype = "U8", .shape = {bytes}, .data = std::string(bytes, 'x')};
}

std::string smallModel() {
  const std::vector<test::TestTensor> tensors{
      tensor("model.embed_tokens.weight", 800), tensor("model.layers.0.a.weight", 100),
      tensor("model.layers.1.a.weight", 100), tensor("model.layers.10.a.weight", 100),
      tensor("model.norm.weight", 40)};
  return test::makeSafetensors(tensors);
}

std::string labels(const FileMap& map) {
  std::string text;
  for (const MapSegment& segment : map.segments) {
    text += (&segment == map.segments.data() ? "" : "|") + segment.label;
  }
  return text;
}

/// Segments follow each other from 0 to the end.
bool isGapless(const FileMap& map) {
  std::uint64_t at = 0;
  for (const MapSegment& segment : map.segments) {
    if (segment.bytes.begin != at || segment.bytes.end < at) {
      return false;
    }
    at = segment.bytes.end;
  }
  return at == map.end;
}

} // namespace

class FileMapTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void sound();
  void everyLengthIsGapless();
  void cutInsideATensor();
  void gapAndExtraBytes();
  void positionsFindTheirSegment();
  void groupsWithoutAContainer();
  void manyTensors();
  void aMissingShardIsDrawnInItsPlace();
};

void FileMapTest::sound() {
  const auto checkpoint = open(smallModel());
  QVERIFY(checkpoint);
  const FileMap map = buildFileMap(*checkpoint);
  QCOMPARE(labels(map).c_str(), "|embed_tokens|layers 0 – 10|norm");
  QVERIFY(!map.damaged);
  QVERIFY(isGapless(map));
  QCOMPARE(map.end, checkpoint->totals().fileBytes);
  QCOMPARE(map.segments[2].tensors, std::uint64_t{3});
  QCOMPARE(map.segments[2].bytes.size(), std::uint64_t{300});
  QCOMPARE(map.segments[2].group.c_str(), "model.layers");
}

void FileMapTest::everyLengthIsGapless() {
  const std::string whole = smallModel();
  for (std::size_t length = 0; length <= whole.size(); length += 13) {
    const auto checkpoint = open(whole.substr(0, length));
    QVERIFY(checkpoint);
    const FileMap map = buildFileMap(*checkpoint);
    QVERIFY2(isGapless(map), qPrintable(QString::number(length)));
    QCOMPARE(map.present, std::uint64_t{length});
    if (checkpoint->readable()) {
      QCOMPARE(map.end, std::uint64_t{whole.size()});
    }
  }
}

void FileMapTest::cutInsideATensor() {
  const std::string whole = smallModel();
  const auto checkpoint = open(whole.substr(0, whole.size() - 40 - 150));
  const FileMap map = buildFileMap(*checkpoint);
  QVERIFY(map.damaged);
  QCOMPARE(map.segments.size(), std::size_t{5});
  QCOMPARE(map.segments[2].label.c_str(), "layers 0");
  QCOMPARE(map.segments[3].kind, MapKind::CutOff);
  QCOMPARE(map.segments[3].bytes.size(), std::uint64_t{100});
  QCOMPARE(map.segments[4].kind, MapKind::Missing);
  QCOMPARE(map.segments[4].tensors, std::uint64_t{2});
  QCOMPARE(map.end - map.present, std::uint64_t{190});
  const CheckpointOverview overview = describeCheckpoint(*checkpoint);
  QCOMPARE(overview.complete, std::uint64_t{2});
  QCOMPARE(overview.cutOff, std::uint64_t{1});
  QCOMPARE(overview.missing, std::uint64_t{2});
  QCOMPARE(overview.presentElements, std::uint64_t{900});
}

void FileMapTest::gapAndExtraBytes() {
  const auto checkpoint =
      open(test::safetensorsBytes(R"({"a":{"dtype":"U8","shape":[10],"data_offsets":[0,10]},)"
                                  R"("b":{"dtype":"U8","shape":[10],"data_offsets":[15,25]}})",
                                  std::string(30, 'x')));
  QVERIFY(checkpoint);
  const FileMap map = buildFileMap(*checkpoint);
  QVERIFY(isGapless(map));
  QCOMPARE(map.segments.size(), std::size_t{5});
  QCOMPARE(map.segments[2].kind, MapKind::Gap);
  QCOMPARE(map.segments[2].bytes.size(), std::uint64_t{5});
  QCOMPARE(map.segments[4].kind, MapKind::Extra);
  QCOMPARE(map.segments[4].bytes.size(), std::uint64_t{5});
}

void FileMapTest::positionsFindTheirSegment() {
  const FileMap map = buildFileMap(*open(smallModel()));
  for (std::size_t i = 0; i < map.segments.size(); ++i) {
    QCOMPARE(map.segmentAt(map.segments[i].bytes.begin), std::optional(i));
    QCOMPARE(map.segmentAt(map.segments[i].bytes.end - 1), std::optional(i));
  }
  QCOMPARE(map.segmentAt(map.end), std::nullopt);
}

void FileMapTest::groupsWithoutAContainer() {
  const std::vector<test::TestTensor> tensors{
      tensor("encoder.block.0.w", 10), tensor("encoder.block.1.w", 10),
      tensor("decoder.block.0.w", 10), tensor("shared.weight", 10), tensor("bias", 10)};
  const auto checkpoint = open(test::makeSafetensors(tensors));
  const NameGroups groups(checkpoint->table());
  QVERIFY(groups.container().empty());
  QCOMPARE(QString::fromUtf8(groups.groupOf("encoder.block.1.w").data(), 7),
           QStringLiteral("encoder"));
  QCOMPARE(labels(buildFileMap(*checkpoint)).c_str(), "|encoder|decoder|shared|bias");
}

void FileMapTest::manyTensors() {
  std::vector<test::TestTensor> tensors;
  for (int i = 0; i < 3000; ++i) {
    tensors.push_back(tensor("m.layers." + std::to_string(i) + ".w", 1));
  }
  const FileMap map = buildFileMap(*open(test::makeSafetensors(tensors)));
  QCOMPARE(map.segments.size(), std::size_t{2});
  QCOMPARE(map.segments[1].label.c_str(), "layers 0 – 2999");
}

void FileMapTest::aMissingShardIsDrawnInItsPlace() {
  const test::TemporaryFolder folder;
  const std::vector<test::TestTensor> first{tensor("a.w", 100)};
  const std::vector<test::TestTensor> third{tensor("c.w", 300)};
  test::writeFile(folder / "m-00001-of-00003.safetensors", test::makeSafetensors(first));
  test::writeFile(folder / "m-00003-of-00003.safetensors", test::makeSafetensors(third));
  test::writeFile(folder / "m.safetensors.index.json",
                  R"({"weight_map":{"a.w":"m-00001-of-00003.safetensors",)"
                  R"("b.w":"m-00002-of-00003.safetensors","c.w":"m-00003-of-00003.safetensors"}})");
  NoProgress progress;
  const auto opened = openCheckpoint(folder.path(), {}, progress);
  QVERIFY(opened);
  QCOMPARE((*opened)->shards().size(), std::size_t{3});
  const FileMap map = buildFileMap(**opened);
  QVERIFY(isGapless(map));
  QVERIFY(!map.sizesAreKnown);
  QVERIFY(map.damaged);
  QCOMPARE(map.segments.size(), std::size_t{5}); // header, a, missing, header, c
  QCOMPARE(map.segments[2].kind, MapKind::Missing);
  QCOMPARE(map.segments[2].tensors, std::uint64_t{1});
  QCOMPARE(map.present, (*opened)->totals().fileBytes);
  const Verdict reference = referenceVerdict(**opened);
  QCOMPARE(reference.mood, Verdict::Mood::Bad);
  QCOMPARE(reference.title, QStringLiteral("Reference loader accepts 2 of 3 files"));
}

QTEST_GUILESS_MAIN(FileMapTest)
#include "file_map_test.moc"
