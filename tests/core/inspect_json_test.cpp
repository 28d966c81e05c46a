#include "core/report/inspect_json.h"
#include "tests/support/safetensors_file.h"

#include <nlohmann/json.hpp>

#include <QTest>
#include <sstream>
#include <stdexcept>

using namespace assay;
using nlohmann::json;

/// The shape of `inspect --json`, read back by another JSON library.
class InspectJsonTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void wholeFile();
  void wrongFile();
  void rejectedFile();
  void namesAreUntrusted();
  void pathsNeedNotBeUtf8();
  void numbersStayIntegers();
  void metadataKeepsTheLastOfAKey();
  void tensorsOfAnIndexAlone();

 private:
  std::string textOf(std::string_view bytes) {
    test::writeFile(m_folder / "m.safetensors", bytes);
    NoProgress progress;
    const auto checkpoint = openCheckpoint(m_folder / "m.safetensors", StopToken(), progress);
    std::ostringstream out;
    writeInspectJson(**checkpoint, out);
    return out.str();
  }
  json documentOf(std::string_view bytes) { return json::parse(textOf(bytes)); }
  test::TemporaryFolder m_folder;
};

namespace {

std::vector<std::string> keysOf(const json& object) {
  std::vector<std::string> keys;
  for (const auto& item : object.items()) {
    keys.push_back(item.key());
  }
  return keys; // in alphabetical order
}

} // namespace

void InspectJsonTest::wholeFile() {
  const std::vector<test::TestTensor> tensors{{"a", "F32", {2, 2}, std::string(16, 'a')},
                                              {"b", "BF16", {}, "bb"}};
  const json document = documentOf(test::makeSafetensors(tensors));
  const std::vector<std::string> top{"data_bytes", "dtypes",       "elements", "file_bytes",
                                     "findings",   "format",       "path",     "schema",
                                     "shards",     "tensor_count", "tensors"};
  QCOMPARE(keysOf(document), top);
  QVERIFY(document["schema"] == "assay.inspect/1");
  QVERIFY(document["format"] == "safetensors");
  QVERIFY(document["tensor_count"] == 2);
  QVERIFY(document["elements"] == 5);
  QVERIFY(document["data_bytes"] == 18);
  const json bf16{{"tensors", 1}, {"elements", 1}, {"bytes", 2}};
  QVERIFY(document["dtypes"]["BF16"] == bf16);
  const json& shard = document["shards"][0];
  QVERIFY(shard["file"] == "m.safetensors");
  QVERIFY(shard["bytes"] == document["file_bytes"]);
  QVERIFY(shard["data_start"] == shard["header_length"].get<int>() + 8);
  QVERIFY(shard["metadata"] == json::object());
  const json accept{
      {"verdict", "accept"}, {"error", nullptr}, {"detail", nullptr}, {"position", nullptr}};
  QVERIFY(shard["reference"] == accept);
  const json first{{"name", "a"},
                   {"dtype", "F32"},
                   {"shape", {2, 2}},
                   {"elements", 4},
                   {"bytes", 16},
                   {"data_offsets", {0, 16}},
                   {"file_offset", shard["data_start"]},
                   {"shard", 0},
                   {"state", "present"}};
  QVERIFY(document["tensors"][0] == first);
  QVERIFY(document["tensors"][1]["shape"] == json::array());
}

void InspectJsonTest::wrongFile() {
  const json document = documentOf("<!DOCTYPE html><html></html>");
  QVERIFY(document["format"].is_null());
  QVERIFY(document["tensors"].empty());
  QVERIFY(document["file_bytes"] == 28);
  const json& shard = document["shards"][0];
  for (const char* unknown : {"header_length", "data_start", "metadata"}) {
    QVERIFY(shard[unknown].is_null());
  }
  QVERIFY(shard["reference"]["verdict"] == "reject");
  QVERIFY(shard["reference"]["error"] == "HeaderTooLarge");
  const json& finding = document["findings"][0];
  const std::vector<std::string> keys{"code", "file", "message", "position", "severity", "tensor"};
  QCOMPARE(keysOf(finding), keys);
  QVERIFY(finding["code"] == "html_page");
  QVERIFY(finding["severity"] == "error");
  QVERIFY(finding["tensor"].is_null());
}

void InspectJsonTest::rejectedFile() {
  const json document = documentOf(
      test::safetensorsBytes(R"({"w":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})", "123"));
  const json& reference = document["shards"][0]["reference"];
  QVERIFY(reference["error"] == "MetadataIncompleteBuffer");
  QVERIFY(reference["detail"].get<std::string>().starts_with("incomplete metadata"));
  QVERIFY(reference["position"].is_number_unsigned());
  QVERIFY(document["tensors"][0]["state"] == "partial");
}

void InspectJsonTest::namesAreUntrusted() {
  const std::string text = textOf(test::safetensorsBytes(
      R"({"a\u001b[31m\u0000\n\"\\\u202e":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})", ""));
  QVERIFY(std::none_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; }));
  const std::string name = json::parse(text)["tensors"][0]["name"];
  QCOMPARE(name, std::string("a\x1B[31m\0\n\"\\\xE2\x80\xAE", 13));
}

void InspectJsonTest::pathsNeedNotBeUtf8() {
  try {
    test::writeFile(m_folder / "b\xFF", "x");
  } catch (const std::runtime_error&) {
    QSKIP("this file system takes UTF-8 only");
  }
  NoProgress progress;
  std::ostringstream out;
  writeInspectJson(**openCheckpoint(m_folder / "b\xFF", StopToken(), progress), out);
  QVERIFY(json::parse(out.str())["path"].get<std::string>().ends_with("b\xEF\xBF\xBD"));
}

void InspectJsonTest::numbersStayIntegers() {
  const std::string text = textOf(test::safetensorsBytes(
      R"({"w":{"dtype":"U8","shape":[9007199254740993],"data_offsets":[0,9007199254740993]},)"
      R"("x":{"dtype":"U8","shape":[9223372036854775808,4],"data_offsets":[9007199254740993,18446744073709551615]}})",
      ""));
  const json tensors = json::parse(text)["tensors"];
  QCOMPARE(tensors[0]["elements"].get<std::uint64_t>(), 9007199254740993U);
  QCOMPARE(tensors[1]["data_offsets"][1].get<std::uint64_t>(), 18446744073709551615U);
  QVERIFY(tensors[1]["elements"].is_null()); // beyond 64 bits
  QVERIFY(text.find("e+") == std::string::npos);
}

void InspectJsonTest::metadataKeepsTheLastOfAKey() {
  const std::string text =
      textOf(test::safetensorsBytes(R"({"__metadata__":{"k":"first","z":"1","k":"last"}})", ""));
  QVERIFY(text.find("first") == std::string::npos);
  const json expected{{"k", "last"}, {"z", "1"}};
  QVERIFY(json::parse(text)["shards"][0]["metadata"] == expected);
}

void InspectJsonTest::tensorsOfAnIndexAlone() {
  CheckpointParts parts;
  parts.format = "safetensors";
  TensorTableBuilder builder;
  TensorInfo info{};
  info.name = "w";
  info.described = false;
  info.state = TensorState::Missing;
  builder.add(info, 0);
  parts.table = builder.build();
  std::ostringstream out;
  writeInspectJson(Checkpoint(std::move(parts)), out);
  const json expected{{"name", "w"},
                      {"dtype", nullptr},
                      {"shape", nullptr},
                      {"elements", nullptr},
                      {"bytes", nullptr},
                      {"data_offsets", nullptr},
                      {"file_offset", nullptr},
                      {"shard", 0},
                      {"state", "missing"}};
  QVERIFY(json::parse(out.str())["tensors"][0] == expected);
}

QTEST_GUILESS_MAIN(InspectJsonTest)
#include "inspect_json_test.moc"
