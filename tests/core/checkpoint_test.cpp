#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/header_text.h"
#include "tests/support/header_invariants.h"
#include "tests/support/safetensors_file.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace assay;

/// What opening a file tells: states, findings, verdicts and totals.
class CheckpointTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wholeFile();
  void cutFile();
  void cutInsideTheHeader();
  void extraBytes();
  void findings_data();
  void findings();
  void severityFollowsTheReference();
  void supersededRowsStay();
  void fileOrderIsByOffset();
  void manyFindingsAreBounded();
  void headerOverTheLimit();
  void hugeHeaderLengthOfAHole();
  void absoluteOffsetsAreRecognised();
  void impossibleHeaderLengths();
  void systemErrors();
  void fileThatShrinksWhileItIsRead();
  void stopping();
  void keepsTheFirstBytes();

 private:
  std::shared_ptr<const Checkpoint> open(std::string_view bytes) {
    test::replaceFile(m_folder / "model.safetensors", bytes);
    NoProgress progress;
    auto opened = openCheckpoint(m_folder / "model.safetensors", StopToken(), progress);
    return opened ? *opened : nullptr;
  }
  std::shared_ptr<const Checkpoint> openHeader(std::string_view header, std::size_t dataBytes) {
    return open(test::safetensorsBytes(header, std::string(dataBytes, 'd')));
  }
  test::TemporaryFolder m_folder;
};

namespace {

/// Bytes in what getrusage counts memory by.
#ifdef __APPLE__
constexpr long rssUnit = 1;
#else
constexpr long rssUnit = 1024;
#endif

const Finding* find(const Checkpoint& checkpoint, FindingCode code) {
  const auto& all = checkpoint.findings();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Finding& f) { return f.code == code; });
  return found == all.end() ? nullptr : &*found;
}

const std::vector<test::TestTensor> threeTensors{{"a", "F32", {2, 2}, std::string(16, 'a')},
                                                 {"b", "BF16", {4}, std::string(8, 'b')},
                                                 {"c", "U8", {}, "c"}};

} // namespace

void CheckpointTest::wholeFile() {
  const auto checkpoint = open(test::makeSafetensors(threeTensors));
  QVERIFY(checkpoint && checkpoint->readable());
  QCOMPARE(checkpoint->name().c_str(), "model");
  QVERIFY(checkpoint->findings().empty());
  QCOMPARE(checkpoint->table().size(), std::size_t{3});
  const TensorInfo b = checkpoint->table()[*checkpoint->table().find("b")];
  QCOMPARE(b.state, TensorState::Present);
  QCOMPARE(b.fileRange.begin, *checkpoint->shards()[0].dataStart + 16);
  QVERIFY(checkpoint->shards()[0].reference.accepts());
  const CheckpointTotals& totals = checkpoint->totals();
  QCOMPARE(totals.elements, std::uint64_t{9});
  QCOMPARE(totals.dataBytes, std::uint64_t{25});
  QCOMPARE(totals.dtypes.size(), std::size_t{3});
  QCOMPARE(totals.dtypes[0].first.c_str(), "U8");
  QCOMPARE(totals.dtypes[2].second.bytes, std::uint64_t{16});
  QVERIFY(!checkpoint->table().find("d"));
}

void CheckpointTest::cutFile() {
  std::string bytes = test::makeSafetensors(threeTensors);
  bytes.resize(bytes.size() - 5); // inside b; c is gone
  const auto checkpoint = open(bytes);
  QVERIFY(checkpoint->readable());
  QCOMPARE(checkpoint->table().at(0).state, TensorState::Present);
  QCOMPARE(checkpoint->table().at(1).state, TensorState::Partial);
  QCOMPARE(checkpoint->table().at(2).state, TensorState::BeyondEnd);
  const Finding* finding = find(*checkpoint, FindingCode::Truncated);
  QVERIFY(finding);
  QCOMPARE(finding->severity, Severity::Error);
  QCOMPARE(finding->title.c_str(), "Download is incomplete");
  QCOMPARE(finding->message.c_str(),
           "5 bytes are missing at the end. Download the file again, or resume the transfer.");
  QCOMPARE(finding->file.c_str(), "model.safetensors");
  QCOMPARE(*finding->position, bytes.size());
  QCOMPARE(checkpoint->shards()[0].reference.error, ReferenceError::MetadataIncompleteBuffer);
}

void CheckpointTest::cutInsideTheHeader() {
  const std::string bytes = test::makeSafetensors(threeTensors);
  for (const std::size_t length : {std::size_t{8}, std::size_t{9}, std::size_t{60}}) {
    const auto checkpoint = open(bytes.substr(0, length));
    QVERIFY(!checkpoint->readable());
    QVERIFY(find(*checkpoint, FindingCode::Truncated));
    QCOMPARE(checkpoint->shards()[0].reference.error, ReferenceError::InvalidHeaderLength);
    QVERIFY(checkpoint->shards()[0].headerLength);
  }
}

void CheckpointTest::extraBytes() {
  const auto checkpoint = open(test::makeSafetensors(threeTensors) + std::string(72, 'x'));
  const Finding* finding = find(*checkpoint, FindingCode::TrailingBytes);
  QVERIFY(finding);
  QCOMPARE(finding->title.c_str(), "72 extra bytes after the last tensor");
  QCOMPARE(finding->message.c_str(), "All tensors can be read. Strict loaders reject the file.");
  QCOMPARE(*finding->position, checkpoint->shards()[0].bytes - 72);
}

void CheckpointTest::findings_data() {
  QTest::addColumn<QByteArray>("header");
  QTest::addColumn<int>("dataBytes");
  QTest::addColumn<QStringList>("codes");
  const auto row = [](const char* name, const char* header, int dataBytes,
                      const QStringList& codes) {
    QTest::newRow(name) << QByteArray(header) << dataBytes << codes;
  };
  row("no tensors", R"({})", 0, {"info no_tensors"});
  row("a gap",
      R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
      R"("b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]}})",
      6, {"error gap", "info unaligned_data"});
  row("an overlap",
      R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},)"
      R"("b":{"dtype":"U8","shape":[4],"data_offsets":[2,6]}})",
      6, {"error overlap", "info unaligned_data"});
  row("a shared range",
      R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},)"
      R"("b":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})",
      4, {"error shared_range", "info unaligned_data"});
  row("a wrong size", R"({"a":{"dtype":"U8","shape":[5],"data_offsets":[0,4]}} )", 4,
      {"error size_mismatch", "info unaligned_data"});
  row("an overflow",
      R"({"a":{"dtype":"U8","shape":[9223372036854775808,2],"data_offsets":[0,4]}} )", 4,
      {"error overflow", "info unaligned_data"});
  row("half a byte", R"({"a":{"dtype":"F4","shape":[3],"data_offsets":[0,2]}} )", 2,
      {"error partial_bytes", "info unaligned_data"});
  row("an unknown dtype", R"({"a":{"dtype":"Q4_0","shape":[3],"data_offsets":[0,2]}})", 2,
      {"error unknown_dtype", "info unaligned_data"});
  row("an entry that is none", R"({"a":1})", 0, {"error bad_entry"});
  row("a reversed range", R"({"a":{"dtype":"U8","shape":[3],"data_offsets":[3,0]}})", 3,
      {"error bad_entry"});
  row("metadata of numbers", R"({"__metadata__":{"epoch":3}})", 0,
      {"error metadata_not_string", "info no_tensors"});
  row("blanks before", R"(  {})", 0, {"info no_tensors", "info header_padding"});
  row("blanks behind", R"({}              )", 0, {"info no_tensors", "info header_padding"});
  row("out of order",
      R"({"b":{"dtype":"U8","shape":[2],"data_offsets":[2,4]},)"
      R"("a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}  )",
      4, {"info out_of_order", "info unaligned_data"});
  row("unaligned",
      R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
      R"("b":{"dtype":"F32","shape":[1],"data_offsets":[1,5]}})",
      5, {"info unaligned_data"});
  row("not JSON", R"({"a":})", 0, {"error invalid_json"});
  row("not UTF-8", "{\"\xFF\":1}", 0, {"error invalid_utf8"});
}

void CheckpointTest::findings() {
  QFETCH(QByteArray, header);
  QFETCH(int, dataBytes);
  QFETCH(QStringList, codes);
  const auto checkpoint = openHeader(header.toStdString(), static_cast<std::size_t>(dataBytes));
  QStringList found;
  for (const Finding& finding : checkpoint->findings()) {
    if (finding.code == FindingCode::LoaderRefuses) {
      continue; // of other loaders, which have a test of their own
    }
    found << QString::fromStdString(std::string(severityName(finding.severity)) + " " +
                                    std::string(findingName(finding.code)));
    QVERIFY(!finding.title.empty() && !finding.message.empty());
    QVERIFY(finding.position);
    QCOMPARE(finding.file.c_str(), "model.safetensors");
  }
  QCOMPARE(found, codes);
}

void CheckpointTest::severityFollowsTheReference() {
  // The reference takes the later entry: fine, then not.
  const char* accepted = R"({"w":{"dtype":"U8","shape":[9],"data_offsets":[7,9]},)"
                         R"("w":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})";
  const char* rejected = R"({"w":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},)"
                         R"("w":{"dtype":"U8","shape":[9],"data_offsets":[7,9]}})";
  const auto good = openHeader(accepted, 4);
  QVERIFY(good->shards()[0].reference.accepts());
  QCOMPARE(find(*good, FindingCode::DuplicateName)->severity, Severity::Warning);
  QVERIFY(!good->hasErrors());
  const auto bad = openHeader(rejected, 4);
  QCOMPARE(find(*bad, FindingCode::DuplicateName)->severity, Severity::Error);
}

void CheckpointTest::supersededRowsStay() {
  const auto checkpoint = openHeader(R"({"w":{"dtype":"U8","shape":[4],"data_offsets":[4,8]},)"
                                     R"("w":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})",
                                     4);
  QCOMPARE(checkpoint->table().size(), std::size_t{2});
  QVERIFY(!checkpoint->table().at(0).superseded);
  QVERIFY(checkpoint->table().at(1).superseded);
  QCOMPARE(checkpoint->table().find("w")->value, 0U);
}

void CheckpointTest::fileOrderIsByOffset() {
  const auto checkpoint = openHeader(R"({"c":{"dtype":"U8","shape":[1],"data_offsets":[2,3]},)"
                                     R"("z":{"dtype":"U8","shape":[0],"data_offsets":[2,2]},)"
                                     R"("y":{"dtype":"U8","shape":[0],"data_offsets":[2,2]},)"
                                     R"("a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})",
                                     3);
  std::string names;
  for (std::size_t i = 0; i < 4; ++i) {
    names += checkpoint->table().at(i).name;
  }
  QCOMPARE(names.c_str(), "azyc");
  QVERIFY(checkpoint->shards()[0].reference.accepts());
}

void CheckpointTest::manyFindingsAreBounded() {
  std::string header = "{";
  for (int i = 0; i < 5000; ++i) {
    header += (i == 0 ? "\"" : ",\"") + std::to_string(i) + R"(":{"dtype":"X)" + std::to_string(i) +
              R"(","shape":[2],"data_offsets":[1,)" + std::to_string(i + 2) + "]}";
  }
  const auto checkpoint = openHeader(header + "}", 6000);
  QVERIFY(checkpoint->findings().size() < 100);
  const auto& all = checkpoint->findings();
  QVERIFY(std::any_of(all.begin(), all.end(), [](const Finding& finding) {
    return finding.code == FindingCode::UnknownDtype && finding.title == "4,980 more of this kind";
  }));
}

void CheckpointTest::headerOverTheLimit() {
  std::string header = R"({"w":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})";
  header.resize(100'000'001, ' ');
  const auto checkpoint = openHeader(header, 4);
  QVERIFY(checkpoint->readable());
  QCOMPARE(checkpoint->table().size(), std::size_t{1});
  QCOMPARE(checkpoint->table().at(0).state, TensorState::Present);
  QCOMPARE(checkpoint->shards()[0].reference.error, ReferenceError::HeaderTooLarge);
  QCOMPARE(find(*checkpoint, FindingCode::HeaderOverReferenceLimit)->severity, Severity::Error);
  header.pop_back();
  QVERIFY(openHeader(header, 4)->shards()[0].reference.accepts());
}

void CheckpointTest::hugeHeaderLengthOfAHole() {
  const std::filesystem::path path = m_folder / "hole.safetensors";
  for (const std::uint64_t length : {std::uint64_t{3'900'000'000}, std::uint64_t{1} << 42U}) {
    std::string start(8, '\0');
    for (unsigned i = 0; i < 8; ++i) {
      start[i] = static_cast<char>((length >> (8 * i)) & 0xFFU);
    }
    test::replaceFile(path, start + "{");
    std::error_code failed;
    std::filesystem::resize_file(path, length + 8, failed);
    if (failed) {
      QSKIP("this file system has no holes");
    }
    rusage before{};
    rusage after{};
    getrusage(RUSAGE_SELF, &before);
    NoProgress progress;
    const auto checkpoint = openCheckpoint(path, StopToken(), progress);
    getrusage(RUSAGE_SELF, &after);
    QVERIFY(checkpoint);
    QVERIFY(!(*checkpoint)->readable());
    QVERIFY((*checkpoint)->hasErrors());
    QVERIFY((after.ru_maxrss - before.ru_maxrss) * rssUnit < 200'000'000);
  }
}

void CheckpointTest::absoluteOffsetsAreRecognised() {
  std::string header = R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[64,68]}})";
  header.resize(56, ' ');
  const auto checkpoint = openHeader(header, 4);
  const Finding* gap = find(*checkpoint, FindingCode::Gap);
  QVERIFY(gap);
  QVERIFY(gap->message.find("count from the start of the file") != std::string::npos);
}

void CheckpointTest::impossibleHeaderLengths() {
  const auto messageOf = [&](const std::string& bytes) {
    const auto checkpoint = open(bytes);
    return find(*checkpoint, FindingCode::NotACheckpoint)->message;
  };
  QVERIFY(messageOf(std::string("\0\0\0\0\0\0\0\2{}", 10)).ends_with("(highest first)."));
  QVERIFY(messageOf(std::string(8, '\xFF') + "{}")
              .ends_with("its length is given as 18,446,744,073,709,551,615 bytes."));
  QVERIFY(messageOf(std::string(8, '\xFF') + "no").find("header") == std::string::npos);
}

void CheckpointTest::systemErrors() {
  NoProgress progress;
  const auto absent = openCheckpoint(m_folder / "absent", StopToken(), progress);
  QVERIFY(!absent);
  QCOMPARE(absent.error().code, ErrorCode::NotFound);
  const auto pipe = m_folder / "pipe";
  QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
  const auto notAFile = openCheckpoint(pipe, StopToken(), progress);
  QVERIFY(!notAFile);
  QCOMPARE(notAFile.error().code, ErrorCode::NotARegularFile);
  QVERIFY(notAFile.error().subject.find("pipe") != std::string::npos);
}

void CheckpointTest::fileThatShrinksWhileItIsRead() {
  const std::string bytes = test::makeSafetensors(threeTensors);
  test::replaceFile(m_folder / "model.safetensors", bytes);
  const auto file = *FileBytes::open(m_folder / "model.safetensors");
  QCOMPARE(HeaderText::read(*file, 40, StopToken())->text().size(), std::size_t{40});
  std::filesystem::resize_file(m_folder / "model.safetensors", 20);
  const auto text = HeaderText::read(*file, 40, StopToken());
  QVERIFY(!text);
  QCOMPARE(text.error().code, ErrorCode::FileChanged);
}

void CheckpointTest::stopping() {
  test::replaceFile(m_folder / "model.safetensors", test::makeSafetensors(threeTensors));
  StopSource source;
  source.requestStop();
  NoProgress progress;
  const auto stopped = openCheckpoint(m_folder / "model.safetensors", source.token(), progress);
  QVERIFY(!stopped);
  QCOMPARE(stopped.error().code, ErrorCode::Stopped);
}

void CheckpointTest::keepsTheFirstBytes() {
  const auto checkpoint = open("PK\x03\x04 and more");
  QCOMPARE(checkpoint->shards()[0].firstBytes.size(), std::size_t{13});
  QCOMPARE(checkpoint->shards()[0].firstBytes[0], std::byte{0x50});
  QVERIFY(!checkpoint->format());
  QCOMPARE(open(std::string(1000, 'x'))->shards()[0].firstBytes.size(), std::size_t{64});
}

QTEST_GUILESS_MAIN(CheckpointTest)
#include "checkpoint_test.moc"
