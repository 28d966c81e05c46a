#include "core/checkpoint/content_sniffer.h"

#include <QTest>
#include <string>

using namespace assay;
using namespace std::string_literals;

class ContentSnifferTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void kinds_data();
  void kinds();
  void knowsNothingOf_data();
  void knowsNothingOf();
  void lfsPointerTellsItsSize();
  void jsonErrorShowsItsStart();
  void shardIndexIsNamed();
  void unknownContentShowsItsBytes();
  void excerptsKeepCharactersWhole();
};

void ContentSnifferTest::kinds_data() {
  QTest::addColumn<std::string>("bytes");
  QTest::addColumn<QString>("code");
  const auto row = [](const char* name, const std::string& bytes, const char* code) {
    QTest::newRow(name) << bytes << QString(code);
  };
  row("empty", "", "empty_file");
  row("LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 7\n",
      "git_lfs_pointer");
  row("HTML", "<!DOCTYPE html><html></html>", "html_page");
  row("HTML after blanks and a mark", "\xEF\xBB\xBF\r\n  <HTML lang=en>", "html_page");
  row("XML", "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>", "html_page");
  row("JSON error", R"({"error":"Repository not found"})", "json_error_page");
  row("JSON message", "{\n \"message\": \"no\"}", "json_error_page");
  row("another JSON", R"({"model_type":"llama"})", "not_a_checkpoint");
  row("ZIP", "PK\x03\x04\x14"s, "zip_archive");
  row("empty ZIP", "PK\x05\x06"s + std::string(18, '\0'), "zip_archive");
  row("GGUF", "GGUF\x03\0\0\0"s, "gguf");
  row("NumPy", "\x93NUMPY\x01\0v\0{'descr'"s, "numpy");
  row("HDF5", "\x89HDF\r\n\x1A\n\0\0"s, "hdf5");
  row("gzip", "\x1F\x8B\x08\0\0\0\0\0\0\x03"s, "gzip");
  row("pickle 2", "\x80\x02}q\0"s, "pickle");
  row("pickle of torch before 1.6", "\x80\x02\x8A\x0Al\xFC\x9C"s, "pickle");
  row("pickle 4", "\x80\x04\x95\x10\0\0\0\0\0\0\0"s, "pickle");
  row("zeros", std::string(64, '\0'), "starts_with_zeros");
  row("seven zeros", std::string(7, '\0'), "starts_with_zeros");
}

void ContentSnifferTest::kinds() {
  QFETCH(std::string, bytes);
  QFETCH(QString, code);
  const auto finding = sniffContent(bytes, bytes.size());
  QVERIFY(finding);
  QCOMPARE(QString::fromStdString(std::string(findingName(finding->code))), code);
  QVERIFY(!finding->title.empty());
  QVERIFY(!finding->message.empty());
}

void ContentSnifferTest::knowsNothingOf_data() {
  QTest::addColumn<std::string>("bytes");
  QTest::newRow("text") << "Entry not found"s;
  QTest::newRow("a header of 640 bytes, cut") << "\x80\x02\0\0\0\0\0\0{\"w\":"s;
  QTest::newRow("one byte of each magic") << "PGH\x1F"s;
  QTest::newRow("ELF") << "\x7F"
                          "ELF\x02\x01\x01\0"s;
  QTest::newRow("braces with control characters") << "{\x01\x02}"s;
}

void ContentSnifferTest::knowsNothingOf() {
  QFETCH(std::string, bytes);
  QVERIFY(!sniffContent(bytes, bytes.size()));
}

void ContentSnifferTest::lfsPointerTellsItsSize() {
  const std::string pointer =
      "version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 4976698672\n";
  const auto finding = sniffContent(pointer, pointer.size());
  QCOMPARE(finding->title.c_str(), "This is a Git LFS pointer, not the model");
  QCOMPARE(finding->message.c_str(),
           "It stands for a file of 4.98 GB. Run git lfs pull in its folder.");
  const std::string hostile =
      "version https://git-lfs.github.com/spec/v1\nsize 99999999999999999999999\n";
  QVERIFY(sniffContent(hostile, hostile.size())->message.find("not fetched") != std::string::npos);
}

void ContentSnifferTest::jsonErrorShowsItsStart() {
  const std::string page = R"({"error":")" + std::string(1000, 'x') + R"("})";
  const auto finding = sniffContent(page, page.size());
  QVERIFY(finding->message.find("{\"error\":\"xxx") != std::string::npos);
  QVERIFY(finding->message.size() < 320);
}

void ContentSnifferTest::shardIndexIsNamed() {
  const std::string index = R"({"metadata":{},"weight_map":{"w":"model-00001-of-00002"}})";
  const auto finding = sniffContent(index, index.size());
  QCOMPARE(finding->code, FindingCode::NotACheckpoint);
  QCOMPARE(finding->title.c_str(), "This is a shard index, not a weights file");
}

void ContentSnifferTest::unknownContentShowsItsBytes() {
  const Finding binary = unknownContent("\x7F"
                                        "ELF\x02",
                                        5);
  QCOMPARE(binary.code, FindingCode::NotACheckpoint);
  QCOMPARE(binary.message.c_str(), "It has 5 bytes and begins 7F 45 4C 46 02.");
  QCOMPARE(unknownContent("Entry not found", 15).message.c_str(),
           "It has 15 bytes and begins “Entry not found”.");
  QCOMPARE(hexText("PK\x03\x04", 2).c_str(), "50 4B");
}

void ContentSnifferTest::excerptsKeepCharactersWhole() {
  std::string page = "<html>";
  for (int i = 0; i < 200; ++i) {
    page += "\xE6\xA8\xA1";
  }
  for (std::size_t cut = 0; cut < 3; ++cut) {
    const auto finding = sniffContent("<html>" + std::string(cut, 'a') + page, 900);
    const QByteArray bytes = QByteArray::fromStdString(finding->message);
    QCOMPARE(QString::fromUtf8(bytes).toUtf8(), bytes);
  }
}

QTEST_GUILESS_MAIN(ContentSnifferTest)
#include "content_sniffer_test.moc"
