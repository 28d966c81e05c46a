#include "core/checkpoint/shard_index.h"
#include "core/checkpoint/shard_name.h"

#include <QTest>
#include <algorithm>
#include <string>
#include <vector>

using namespace assay;

namespace {

/// JSON written with ' for ": Qt's tool that finds test functions trips over raw strings.
std::string json(std::string text) {
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

Finding faultOf(std::string_view text) {
  auto index = parseShardIndex(text);
  return index ? Finding{.code = FindingCode::LoaderRefuses} : index.error();
}

} // namespace

class ShardIndexTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void keepsOrderFilesAndTotals() {
    const auto index = parseShardIndex(
        json("{'metadata': {'total_size': 16060522496, 'total_parameters': '8030261248'}, "
             "'dtype': 'bf16', 'more': [{'weight_map': {'x': 1}}], "
             "'weight_map': {'b': 'm-2.safetensors', 'a\\u0022': 'm-1.safetensors', "
             "'c': 'm-2.safetensors'}}"));
    QVERIFY(index.has_value());
    QCOMPARE(index->size(), std::size_t(3));
    QVERIFY(index->name(0) == "b" && index->name(1) == "a\"" && index->name(2) == "c");
    QCOMPARE(index->files(), (std::vector<std::string>{"m-2.safetensors", "m-1.safetensors"}));
    QCOMPARE(index->file(1), 1U);
    QCOMPARE(index->file(2), 0U);
    QCOMPARE(index->totalSize(), std::optional<std::uint64_t>(16060522496));
    QCOMPARE(index->totalParameters(), std::optional<std::uint64_t>(8030261248));
    QCOMPARE(index->find("c"), std::optional<std::uint32_t>(2));
    QVERIFY(!index->find("d"));
    QCOMPARE(index->duplicateCount(), std::size_t(0));
  }

  void findsDuplicateKeysAndTakesTheLast() {
    const std::string text = json(
        "{'weight_map': {'w': '1.safetensors', '\\'': '1.safetensors', 'w': '2.safetensors'}}");
    const auto index = parseShardIndex(text);
    QVERIFY(index.has_value());
    QCOMPARE(index->size(), std::size_t(2));
    QCOMPARE(index->files()[index->file(0)], std::string("2.safetensors"));
    QCOMPARE(index->duplicateCount(), std::size_t(1));
    QCOMPARE(index->duplicates()[0].firstFile, std::string("1.safetensors"));
    QCOMPARE(index->duplicates()[0].lastFile, std::string("2.safetensors"));
    QCOMPARE(index->duplicates()[0].position, std::uint64_t(text.rfind("\"w\"")));
  }

  void positionOfAKeyWithQuotationMarks() {
    const std::string text =
        json("{'weight_map': {'a\\\\\\'b': '1.safetensors', 'a\\\\\\'b': '1.safetensors'}}");
    const auto index = parseShardIndex(text);
    QVERIFY(index.has_value());
    QCOMPARE(index->duplicates()[0].position, std::uint64_t(text.rfind(json("'a\\\\"))));
  }

  void saysWhyItIsNone() {
    QCOMPARE(faultOf("").code, FindingCode::EmptyFile);
    QCOMPARE(faultOf("version https://git-lfs.github.com/spec/v1\n").code,
             FindingCode::GitLfsPointer);
    QCOMPARE(faultOf("{}").code, FindingCode::NotACheckpoint);
    QCOMPARE(faultOf("[]").code, FindingCode::NotACheckpoint);
    QCOMPARE(faultOf("null").code, FindingCode::NotACheckpoint);
    QCOMPARE(faultOf(json("{'weight_map': {}}")).code, FindingCode::NotACheckpoint);
    QCOMPARE(faultOf(json("{'weight_map': [1]}")).code, FindingCode::NotACheckpoint);
    QCOMPARE(faultOf(json("{'weight_map': [1]}")).position, std::optional<std::uint64_t>(15));
    for (const std::string value : {"3", "null", "[]", "{}", "true", "-1", "1.5"}) {
      const Finding fault = faultOf(json("{'weight_map': {'a': 'x', 'b' : ") + value + "}}");
      QCOMPARE(fault.code, FindingCode::BadEntry);
      QCOMPARE(fault.position, std::optional<std::uint64_t>(32));
      QVERIFY(fault.message.find("\"b\"") != std::string::npos);
    }
  }

  void faultsInTheTextHaveTheirPosition() {
    QCOMPARE(faultOf(json("{'weight_map': {'a': 'x',}}")).code, FindingCode::InvalidJson);
    QCOMPARE(faultOf(json("{'weight_map': {'a': 'x',}}")).position,
             std::optional<std::uint64_t>(25));
    QCOMPARE(faultOf("{\"weight_map\": {\"a\xff\": \"x\"}}").code, FindingCode::InvalidUtf8);
    QCOMPARE(faultOf("{\"weight_map\": {\"a\xff\": \"x\"}}").position,
             std::optional<std::uint64_t>(18));
    QCOMPARE(faultOf(json("{'weight_map': {'a': 'x'}} x")).code, FindingCode::InvalidJson);
    const Finding cut = faultOf(json("{'weight_map': {'a': 'x"));
    QCOMPARE(cut.code, FindingCode::InvalidJson);
    QVERIFY(cut.message.find("cut off") != std::string::npos);
  }

  void survivesDeepNesting() {
    QCOMPARE(faultOf(std::string(1'000'000, '[')).code, FindingCode::NotACheckpoint);
    QCOMPARE(faultOf("{\"a\":" + std::string(1'000'000, '[')).code, FindingCode::InvalidJson);
    QVERIFY(parseShardIndex("{\"a\":" + std::string(100, '[') + std::string(100, ']') +
                            json(",'weight_map': {'a': 'x'}}"))
                .has_value());
  }

  void manyNamesStayFindable() {
    std::string text = json("{'weight_map': {");
    for (int i = 0; i < 20'000; ++i) {
      text += (i == 0 ? "\"t" : ",\"t") + std::to_string(i) + "\":\"s" + std::to_string(i % 7) +
              ".safetensors\"";
    }
    const auto index = parseShardIndex(text + "}}");
    QVERIFY(index.has_value());
    QCOMPARE(index->size(), std::size_t(20'000));
    QCOMPARE(index->files().size(), std::size_t(7));
    QCOMPARE(index->find("t19999"), std::optional<std::uint32_t>(19'999));
    QCOMPARE(index->files()[index->file(19'999)], std::string("s0.safetensors"));
  }

  void theQuickAndTheExactWayAgree() {
    // The escape in an unknown key sends the first text the exact way.
    for (const std::string more : {"", ",'x\\u0041':[{'weight_map':{}},'}']"}) {
      const std::string text = json("{'metadata':{'a':'}','total_size':7} , 'weight_map' "
                                    ": {'a' : 'x','\xC3\xA9':'y', 'a':'z'}" +
                                    more + " } \n");
      const auto index = parseShardIndex(text);
      QVERIFY(index.has_value());
      QCOMPARE(index->size(), std::size_t(2));
      QVERIFY(index->name(1) == "\xC3\xA9");
      QCOMPARE(index->files(), (std::vector<std::string>{"x", "y", "z"}));
      QCOMPARE(index->totalSize(), std::optional<std::uint64_t>(7));
      QCOMPARE(index->duplicates()[0].position, std::uint64_t(text.find(json("'a':'z'"))));
    }
    for (const std::string bad :
         {"{'weight_map':{'a':'x'}},", "{'weight_map':{'a':'x'},}",
          "{'b':nul,'weight_map':{'a':'x'}}", "{'weight_map':{'a':'x'}",
          "{'b':],'weight_map':{'a':'x'}}", "{'weight_map':{'a':'x'}}}",
          "{'weight_map':{'a':'x',}}", "{'weight_map':{'a':'x' 'b':'y'}}", "{'weight_map':{,}}",
          "{'weight_map':{'a':'\xFF'}}", "{'weight_map':{'a':'\n'}}"}) {
      QVERIFY2(!parseShardIndex(json(bad)), bad.c_str());
    }
  }

  void judgesNamesOfShards() {
    for (const char* name : {"a.safetensors", "sub/a.safetensors", "sub/./a.safetensors",
                             "%2e%2e/a.safetensors", "a%40.safetensors", "..a.safetensors"}) {
      QCOMPARE(judgeShardName(name), ShardNameRule::Allowed);
    }
    for (const char* name :
         {"../x.safetensors", "a/../../x.safetensors", "/etc/x.safetensors", "C:x.safetensors",
          "c:/x.safetensors", "\\\\srv\\x.safetensors", "http://h/x.safetensors", "", ".."}) {
      QCOMPARE(judgeShardName(name), ShardNameRule::OutsideFolder);
    }
    for (const char* name : {"pytorch_model-00001.bin", "safetensors", ".safetensors", "a"}) {
      QCOMPARE(judgeShardName(name), ShardNameRule::WrongExtension);
    }
  }

  void readsTheNumbersOfNames() {
    const auto read = [](std::string_view name) {
      const auto number = parseShardNumber(name);
      return number ? number->set + " " + std::to_string(number->number) + "/" +
                          std::to_string(number->count)
                    : std::string();
    };
    QCOMPARE(read("model-00003-of-00004.safetensors"), std::string("model 3/4"));
    QCOMPARE(read("model_00002-of-00072.safetensors"), std::string("model 2/72"));
    QCOMPARE(read("model.fp16-00001-of-00002.safetensors"), std::string("model.fp16 1/2"));
    QCOMPARE(read("model-00001-of-00002.fp16.safetensors"), std::string("model.fp16 1/2"));
    QCOMPARE(read("a-b-000010-of-000163.safetensors"), std::string("a-b 10/163"));
    QCOMPARE(read("model.safetensors"), std::string());
    QCOMPARE(read("model-mtp-of-00005.safetensors"), std::string());
    QCOMPARE(read("model-00005-of-00004.safetensors"), std::string());
    QCOMPARE(read("model-0000000000001-of-00004.safetensors"), std::string());
    QCOMPARE(read("00001-of-00002.safetensors"), std::string());
    QVERIFY(isIndexName("model.safetensors.index.json"));
    QVERIFY(isIndexName("diffusion_pytorch_model.safetensors.index.fp16.json"));
    QVERIFY(!isIndexName("config.json"));
  }

  void sortsNaturally() {
    std::vector<std::string> names{
        "l.10", "l.9", "l", "l.09", "b", "l.9.w", "l.99999999999999999999"};
    std::sort(names.begin(), names.end(), naturalLess);
    QCOMPARE(names, (std::vector<std::string>{"b", "l", "l.09", "l.9", "l.9.w", "l.10",
                                              "l.99999999999999999999"}));
  }
};

QTEST_APPLESS_MAIN(ShardIndexTest)
#include "shard_index_test.moc"
