#include "core/checkpoint/duplicate_names.h"
#include "core/checkpoint/json_scanner.h"
#include "core/checkpoint/safetensors_header.h"
#include "core/checkpoint/utf8_fault.h"
#include "tests/support/header_invariants.h"

#include <QTest>
#include <algorithm>

using namespace assay;

class SafetensorsHeaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fastReaderTakesWhatWritersWrite();
  void fastReaderLeaves_data();
  void fastReaderLeaves();
  void exactReaderKeepsGoodEntries();
  void refusals_data();
  void refusals();
  void typeFaultsComeBeforeTrailingText();
  void deepNestingCostsNoStack();
  void metadataKeepsOrderAndDuplicates();
  void utf8Faults_data();
  void utf8Faults();
  void duplicateNames();
  void duplicateNamesWithoutHashing();
};

namespace {

std::string padded(std::string_view text) {
  std::string bytes(text);
  bytes.append(headerPaddingBytes, '\0');
  return bytes;
}

HeaderReading readExactly(std::string_view header) {
  FindingList findings("file");
  return readHeaderExactly(header, findings);
}

bool takenFast(std::string_view header) {
  const std::string bytes = padded(header);
  return readHeaderFast(std::string_view(bytes).substr(0, header.size())).has_value();
}

} // namespace

void SafetensorsHeaderTest::fastReaderTakesWhatWritersWrite() {
  const std::string header = padded(
      R"( {"__metadata__":{"format":"pt","note":"a \"b\"\n"},"w":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]},)"
      R"("\u6a21":{"shape":[],"data_offsets":[12,16],"dtype":"F32"}}   )");
  const std::string_view text = std::string_view(header).substr(0, header.size() - 64);
  const auto reading = readHeaderFast(text);
  QVERIFY(reading);
  QVERIFY(!reading->refusal);
  QCOMPARE(reading->metadata.size(), std::size_t{2});
  QCOMPARE(reading->metadata[1].second.c_str(), "a \"b\"\n");
  QCOMPARE(reading->tensors.rows().size(), std::size_t{2});
  const TensorInfo first = reading->tensors.rows().at(0);
  QCOMPARE(first.dtype, Dtype::BF16);
  QVERIFY(std::ranges::equal(first.shape, std::vector<std::uint64_t>{2, 3}));
  QCOMPARE(first.dataOffsets.end, std::uint64_t{12});
  const TensorInfo second = reading->tensors.rows().at(1);
  QCOMPARE(std::string(second.name).c_str(), "\xE6\xA8\xA1");
  QVERIFY(second.shape.empty());
  QVERIFY(test::checkReadersAgree(text).empty());
}

void SafetensorsHeaderTest::fastReaderLeaves_data() {
  QTest::addColumn<QByteArray>("header");
  const auto entry = [](const char* fields) { return QByteArray("{\"w\":{") + fields + "}}"; };
  QTest::newRow("nothing") << QByteArray();
  QTest::newRow("an array") << QByteArray("[]");
  QTest::newRow("an unknown key") << entry(
      R"("dtype":"U8","shape":[1],"data_offsets":[0,1],"x":01)");
  QTest::newRow("an unknown dtype") << entry(R"("dtype":"F128","shape":[1],"data_offsets":[0,1])");
  QTest::newRow("a missing field") << entry(R"("dtype":"U8","shape":[1])");
  QTest::newRow("a field twice") << entry(
      R"("dtype":"U8","dtype":"U8","shape":[1],"data_offsets":[0,1])");
  QTest::newRow("a fraction") << entry(R"("dtype":"U8","shape":[1.0],"data_offsets":[0,1])");
  QTest::newRow("a leading zero") << entry(R"("dtype":"U8","shape":[01],"data_offsets":[0,1])");
  QTest::newRow("a negative") << entry(R"("dtype":"U8","shape":[-1],"data_offsets":[0,1])");
  QTest::newRow("2^64") << entry(
      R"("dtype":"U8","shape":[18446744073709551616],"data_offsets":[0,1])");
  QTest::newRow("one offset") << entry(R"("dtype":"U8","shape":[1],"data_offsets":[0])");
  QTest::newRow("three offsets") << entry(R"("dtype":"U8","shape":[1],"data_offsets":[0,1,2])");
  QTest::newRow("no comma") << entry(R"("dtype":"U8","shape":[1 2],"data_offsets":[0,1])");
  QTest::newRow("a trailing comma") << entry(R"("dtype":"U8","shape":[1,],"data_offsets":[0,1])");
  QTest::newRow("two values") << QByteArray("{}{}");
  QTest::newRow("a zero byte behind") << QByteArray("{}\0", 3);
  QTest::newRow("a mark of byte order") << QByteArray("\xEF\xBB\xBF{}");
  QTest::newRow("a control character") << QByteArray("{\"__metadata__\":{\"a\":\"\x01\"}}");
  QTest::newRow("a lone surrogate") << QByteArray(R"({"__metadata__":{"a":"\ud800"}})");
  QTest::newRow("bad UTF-8") << QByteArray("{\"__metadata__\":{\"a\":\"\xFF\"}}");
  QTest::newRow("metadata twice") << QByteArray(R"({"__metadata__":{},"__metadata__":{}})");
  QTest::newRow("a number as metadata") << QByteArray(R"({"__metadata__":{"a":1}})");
  QTest::newRow("an open string") << QByteArray(R"({"w)");
  QTest::newRow("an open object") << QByteArray(R"({"__metadata__":{})");
}

void SafetensorsHeaderTest::fastReaderLeaves() {
  QFETCH(QByteArray, header);
  QVERIFY(!takenFast(header.toStdString()));
}

void SafetensorsHeaderTest::exactReaderKeepsGoodEntries() {
  FindingList findings("file");
  const HeaderReading reading = readHeaderExactly(
      R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"b":7,)"
      R"("c":{"dtype":"X9","shape":[1],"data_offsets":[1,2]},"d":["I8",[2],[2,4]]})",
      findings);
  QVERIFY(reading.readable);
  QVERIFY(reading.entriesLeftOut);
  QCOMPARE(reading.tensors.rows().size(), std::size_t{3});
  QCOMPARE(reading.tensors.rows().at(1).dtype, Dtype::Unknown);
  QCOMPARE(std::string(reading.tensors.rows().at(1).dtypeText).c_str(), "X9");
  QCOMPARE(reading.tensors.rows().at(2).dtype, Dtype::I8);
  QCOMPARE(reading.refusal->detail.c_str(),
           "invalid type: integer `7`, expected struct TensorInfo at line 1 column 132");
  QCOMPARE(*reading.refusal->position, std::uint64_t{8 + 57});
  const std::vector<Finding> found = findings.take(true);
  QCOMPARE(found.size(), std::size_t{1});
  QCOMPARE(found[0].code, FindingCode::BadEntry);
  QCOMPARE(found[0].tensor->c_str(), "b");
}

// Beyond the catalogue; each was tried on the reference.
void SafetensorsHeaderTest::refusals_data() {
  QTest::addColumn<QByteArray>("header");
  QTest::addColumn<QByteArray>("reason");
  const auto row = [](const char* header, const char* reason) {
    QTest::newRow(header) << QByteArray(header) << QByteArray(reason);
  };
  const auto dtype = [&](const char* value, const char* reason) {
    const QByteArray header =
        QByteArray("{\"w\":{\"dtype\":") + value + ",\"shape\":[],\"data_offsets\":[0,4]}}";
    QTest::newRow(value) << header
                         << QByteArray(reason) + " at line 1 column " +
                                QByteArray::number(header.size());
  };
  dtype("{\"F32\":{}}", "invalid type: map, expected unit");
  dtype("{\"F32\":1}", "invalid type: integer `1`, expected unit");
  dtype("{}", "invalid value: map, expected map with a single key");
  dtype("{\"F32\":null,\"F64\":null}", "invalid value: map, expected map with a single key");
  dtype("[]", "invalid type: sequence, expected string or map");
  dtype("-0.5", "invalid type: floating point `-0.5`, expected string or map");
  dtype("false", "invalid type: boolean `false`, expected string or map");
  row("{\"__metadata__\":{\"a\":1e999}}", "number out of range at line 1 column 26");
  row("{\"x\":nul}", "expected ident at line 1 column 9");
  row("{\"x\" 1}", "expected `:` at line 1 column 6");
  row("{\"x\":1 \"y\"}", "expected `,` or `}` at line 1 column 8");
  row("{\"x\":[1 2]}", "expected `,` or `]` at line 1 column 9");
  row("{\"x\":\n\n  ?}", "expected value at line 3 column 3");
  row("{\"x\":1.}", "invalid number at line 1 column 8");
  row("{\"x\":\"\\u12", "EOF while parsing a string at line 1 column 10");
  row("{\"x\":\"\\udc00\"}", "lone leading surrogate in hex escape at line 1 column 12");
  row("{\"\\u005f_metadata__\":[]}", "invalid type: sequence, expected a map at line 1 column 21");
  row("{\"__metadata__\":{},  \"__metadata__\"  :{}}",
      "duplicate field `__metadata__` at line 1 column 37");
}

void SafetensorsHeaderTest::refusals() {
  QFETCH(QByteArray, header);
  QFETCH(QByteArray, reason);
  const HeaderReading reading = readExactly(header.toStdString());
  QVERIFY(reading.refusal);
  QCOMPARE(reading.refusal->error, ReferenceError::InvalidHeaderDeserialization);
  QCOMPARE(reading.refusal->detail.c_str(), reason.constData());
}

void SafetensorsHeaderTest::typeFaultsComeBeforeTrailingText() {
  const HeaderReading reading = readExactly(R"({"w":1} trailing)");
  QVERIFY(!reading.readable);
  QCOMPARE(reading.refusal->detail.c_str(),
           "invalid type: integer `1`, expected struct TensorInfo at line 1 column 7");
}

void SafetensorsHeaderTest::deepNestingCostsNoStack() {
  constexpr std::size_t depth = 3'000'000;
  const std::string header = R"({"w":{"dtype":"U8","shape":[1],"data_offsets":[0,1],"x":)" +
                             std::string(depth, '[') + std::string(depth, ']') + "}}";
  const HeaderReading reading = readExactly(header);
  QVERIFY(reading.readable);
  QCOMPARE(reading.tensors.rows().size(), std::size_t{1});
  QCOMPARE(reading.refusal->detail.c_str(), "recursion limit exceeded at line 1 column 182");
  QVERIFY(!readExactly(std::string(depth, '[')).readable);
}

void SafetensorsHeaderTest::metadataKeepsOrderAndDuplicates() {
  const Metadata expected{{"b", "1"}, {"a", "2"}, {"b", "3"}};
  const std::string_view text = R"({"__metadata__":{"b":"1","a":"2","b":"3"}})";
  QVERIFY(readExactly(text).metadata == expected);
  QVERIFY(readHeaderFast(std::string_view(padded(text)).substr(0, text.size()))->metadata ==
          expected);
}

void SafetensorsHeaderTest::utf8Faults_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("reason");
  const auto row = [](const char* name, const char* text, const char* reason) {
    QTest::newRow(name) << QByteArray(text) << QByteArray(reason);
  };
  row("none", "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "");
  row("a tail alone", "ab\x80", "invalid utf-8 sequence of 1 bytes from index 2");
  row("overlong", "\xC0\xAF", "invalid utf-8 sequence of 1 bytes from index 0");
  row("overlong of three", "\xE0\x9F\xBF", "invalid utf-8 sequence of 1 bytes from index 0");
  row("a surrogate", "x\xED\xA0\x80", "invalid utf-8 sequence of 1 bytes from index 1");
  row("broken in the third byte", "\xE2\x82z", "invalid utf-8 sequence of 2 bytes from index 0");
  row("broken in the fourth byte", "\xF0\x9F\x98z",
      "invalid utf-8 sequence of 3 bytes from index 0");
  row("above U+10FFFF", "\xF4\x90\x80\x80", "invalid utf-8 sequence of 1 bytes from index 0");
  row("cut", "ab\xE2\x82", "incomplete utf-8 byte sequence from index 2");
}

void SafetensorsHeaderTest::utf8Faults() {
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, reason);
  const auto fault = findUtf8Fault(text.toStdString());
  QCOMPARE(fault.has_value(), !reason.isEmpty());
  QCOMPARE(fault ? utf8FaultText(*fault).c_str() : "", reason.constData());
}

void SafetensorsHeaderTest::duplicateNames() {
  TensorTableBuilder builder;
  for (const char* name : {"b", "a", "b", "", "c", "b", ""}) {
    TensorInfo info{};
    info.name = name;
    builder.add(info, 0);
  }
  const auto duplicates = findDuplicateNames(builder.rows());
  QCOMPARE(duplicates.size(), std::size_t{3});
  QCOMPARE(duplicates[0].row, 0U);
  QCOMPARE(duplicates[0].replacedBy, 2U);
  QCOMPARE(duplicates[1].row, 2U);
  QCOMPARE(duplicates[1].replacedBy, 5U);
  QCOMPARE(duplicates[2].row, 3U);
  QCOMPARE(duplicates[2].replacedBy, 6U);
}

void SafetensorsHeaderTest::duplicateNamesWithoutHashing() {
  TensorTableBuilder builder;
  for (int i = 0; i < 1000; ++i) {
    const std::string name = std::to_string(i % 700);
    TensorInfo info{};
    info.name = name;
    builder.add(info, 0);
  }
  const auto hashed = findDuplicateNames(builder.rows());
  const auto sorted = findDuplicateNamesBySorting(builder.rows());
  QCOMPARE(hashed.size(), std::size_t{300});
  QVERIFY(std::ranges::equal(hashed, sorted, [](const auto& a, const auto& b) {
    return a.row == b.row && a.replacedBy == b.replacedBy;
  }));
}

QTEST_GUILESS_MAIN(SafetensorsHeaderTest)
#include "safetensors_header_test.moc"
