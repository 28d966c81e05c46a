#include "core/report/inspect_text.h"
#include "core/report/text_columns.h"
#include "tests/support/safetensors_file.h"

#include <QTest>
#include <algorithm>
#include <sstream>

using namespace assay;

/// `inspect` for people: aligned columns, both verdicts, nothing that could move a cursor.
class InspectTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void columnsOfText();
  void wrapping();
  void wholeFile();
  void columnsAreAligned();
  void narrowTerminals();
  void damagedFile();
  void namesCannotMoveTheCursor();

 private:
  QStringList linesOf(std::string_view bytes, std::size_t columns = 0) {
    test::writeFile(m_folder / "m.safetensors", bytes);
    NoProgress progress;
    const auto checkpoint = openCheckpoint(m_folder / "m.safetensors", StopToken(), progress);
    std::ostringstream out;
    writeInspectText(**checkpoint, out, columns);
    return QString::fromStdString(out.str()).split('\n');
  }
  test::TemporaryFolder m_folder;
};

void InspectTextTest::columnsOfText() {
  QCOMPARE(displayWidth("abc"), std::size_t{3});
  QCOMPARE(displayWidth("模型"), std::size_t{4});
  QCOMPARE(displayWidth("e\xCC\x81"), std::size_t{1});
  QCOMPARE(displayWidth("2 × 4"), std::size_t{5});
  QCOMPARE(padRight("模", 4).c_str(), "模  ");
  QCOMPARE(padLeft("ab", 4).c_str(), "  ab");
  QCOMPARE(padLeft("abcde", 4).c_str(), "abcde");
}

void InspectTextTest::wrapping() {
  QCOMPARE(wrapped("one two three", 2, 9).c_str(), "one two\n  three");
  QCOMPARE(wrapped("one two three", 2, 0).c_str(), "one two three");
  QCOMPARE(wrapped("unbreakable word", 2, 5).c_str(), "unbreakable\n  word");
  QCOMPARE(wrapped("", 2, 5).c_str(), "");
}

void InspectTextTest::wholeFile() {
  const std::vector<test::TestTensor> tensors{{"a", "F32", {2, 2}, std::string(16, 'a')}};
  const QString text = linesOf(test::makeSafetensors(tensors)).join('\n');
  QVERIFY(text.contains("its 1 tensor can be read"));
  QVERIFY(text.contains("safetensors 0.8.0 accepts this file"));
  QVERIFY(!text.contains("Findings"));
  QVERIFY(text.contains("2 × 2"));
}

void InspectTextTest::columnsAreAligned() {
  const std::vector<test::TestTensor> tensors{
      {"模型.weight", "F32", {20, 20}, std::string(1600, 'a')},
      {"a.very.long.name.of.a.tensor", "BF16", {}, "bb"}};
  const QStringList lines = linesOf(test::makeSafetensors(tensors));
  const auto heading = std::find_if(lines.begin(), lines.end(),
                                    [](const QString& line) { return line.contains("Elements"); });
  QVERIFY(heading != lines.end());
  const std::size_t end = displayWidth(heading->toStdString());
  QCOMPARE(displayWidth((heading + 1)->toStdString()), end);
  QCOMPARE(displayWidth((heading + 2)->toStdString()), end);
}

void InspectTextTest::narrowTerminals() {
  const std::vector<test::TestTensor> tensors{
      {"model.layers.0.self_attn.q_proj.weight", "F32", {20, 20}, std::string(1600, 'a')}};
  for (const QString& line : linesOf(test::makeSafetensors(tensors) + "extra", 60)) {
    QVERIFY2(line.size() <= 60 || line.contains('/'), qPrintable(line)); // a path stays whole
  }
}

void InspectTextTest::damagedFile() {
  std::string bytes =
      test::safetensorsBytes(R"({"w":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})", "123");
  const QString text = linesOf(bytes).join('\n');
  QVERIFY(text.contains("0 of 1 tensor can be read"));
  QVERIFY(text.contains("rejects this file: MetadataIncompleteBuffer: incomplete metadata"));
  QVERIFY(text.contains("Download is incomplete [truncated]"));
  QVERIFY(text.contains("partial"));
  const QString wrong = linesOf("PK\x03\x04").join('\n');
  QVERIFY(wrong.contains("cannot be read as a checkpoint"));
  QVERIFY(!wrong.contains("Tensors"));
}

void InspectTextTest::namesCannotMoveTheCursor() {
  const QString text =
      linesOf(test::safetensorsBytes(
                  R"({"__metadata__":{"k\u001b":"v\r\u009b"},)"
                  R"("a\u001b[2J\n":{"dtype":"X\u0007","shape":[0],"data_offsets":[0,0]}})",
                  ""))
          .join('\n');
  for (const QChar c : text) {
    QVERIFY(c == '\n' || (c.unicode() >= 0x20 && (c.unicode() < 0x7F || c.unicode() >= 0xA0)));
  }
  QVERIFY(text.contains("a\\u001b[2J\\n"));
}

QTEST_GUILESS_MAIN(InspectTextTest)
#include "inspect_text_test.moc"
