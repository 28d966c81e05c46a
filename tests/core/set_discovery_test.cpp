#include "core/checkpoint/cache_layout.h"
#include "core/checkpoint/model_config.h"
#include "core/checkpoint/set_discovery.h"
#include "tests/support/safetensors_file.h"

#include <QTest>
#include <string>

using namespace assay;
using assay::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

void put(const TemporaryFolder& folder, const std::string& name, std::string_view bytes = "x") {
  fs::create_directories((folder / name).parent_path());
  assay::test::writeFile(folder / name, bytes);
}

Discovery discovered(const fs::path& folder) {
  auto found = discoverSets(folder, StopToken());
  return found ? *found : Discovery();
}

/// "model* (2), unet (1)": names, a star for secondary ones, files.
std::string told(const Discovery& discovery) {
  std::string text;
  for (const CheckpointSet& set : discovery.sets) {
    text += (text.empty() ? "" : ", ") + set.name + (set.secondary ? "*" : "") + " (" +
            (set.index ? "index" : std::to_string(set.files.size())) + ")";
  }
  return text;
}

const std::string hash(64, 'a');

} // namespace

class SetDiscoveryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void groupsNumberedFiles() {
    const TemporaryFolder folder;
    put(folder, "model-00002-of-00002.safetensors");
    put(folder, "model-00001-of-00002.safetensors");
    put(folder, "bloom_00002-of-00072.safetensors");
    put(folder, "m-00001-of-00002.fp16.safetensors");
    put(folder, "m.fp16-00002-of-00002.safetensors");
    put(folder, "layers-22.safetensors");
    put(folder, "readme.txt");
    put(folder, "pytorch_model.bin");
    const Discovery found = discovered(folder.path());
    QCOMPARE(told(found), std::string("bloom (1), layers-22 (1), m.fp16 (2), model (2)"));
    QCOMPARE(found.sets[0].count, std::optional<std::uint32_t>(72));
    QCOMPARE(found.sets[3].files.front(), std::string("model-00001-of-00002.safetensors"));
    QCOMPARE(found.otherFormats, std::vector<std::string>{"pytorch_model.bin"});
    const auto choice = chooseSet(found, "");
    QVERIFY(!choice);
    QCOMPARE(choice.error().code, ErrorCode::NoSuchSet);
    QVERIFY(choice.error().detail.find("4 sets: bloom, layers-22") != std::string::npos);
    QCOMPARE(chooseSet(found, "m.fp16")->files.size(), std::size_t(2));
    QCOMPARE(chooseSet(found, "layers-22.safetensors")->files.size(), std::size_t(1));
    QVERIFY(!chooseSet(found, "other"));
  }

  void anIndexComesFirstInItsFolder() {
    const TemporaryFolder folder;
    put(folder, "model.safetensors.index.json");
    put(folder, "model-00001-of-00002.safetensors");
    put(folder, "consolidated.safetensors");
    put(folder, "config.json");
    const Discovery found = discovered(folder.path());
    QCOMPARE(told(found), std::string("model (index), consolidated* (1)"));
    QCOMPARE(chooseSet(found, "")->index,
             std::optional<std::string>("model.safetensors.index.json"));
    QCOMPARE(chooseSet(found, "consolidated")->files.size(), std::size_t(1));
  }

  void variantsOfAnIndexAreSets() {
    const TemporaryFolder folder;
    put(folder, "model.safetensors.index.json");
    put(folder, "model.safetensors.index.fp16.json");
    put(folder, "model.fp16-00001-of-00002.safetensors");
    QCOMPARE(told(discovered(folder.path())), std::string("model (index), model.fp16 (index)"));
  }

  void pipelinesAndCopiesAreListed() {
    const TemporaryFolder folder;
    put(folder, "unet/diffusion_pytorch_model.safetensors.index.json");
    put(folder, "unet/diffusion_pytorch_model-00001-of-00002.safetensors");
    put(folder, "vae/diffusion_pytorch_model.safetensors");
    put(folder, "vae/diffusion_pytorch_model.fp16.safetensors");
    put(folder, "text_encoder/model.safetensors");
    put(folder, ".hidden/model.safetensors");
    QCOMPARE(told(discovered(folder.path())),
             std::string("text_encoder (1), unet (index), vae/diffusion_pytorch_model (1), "
                         "vae/diffusion_pytorch_model.fp16 (1)"));
    const TemporaryFolder copy;
    put(copy, "model-00001-of-00001.safetensors");
    put(copy, "original/model-00001-of-00001.safetensors");
    QCOMPARE(told(discovered(copy.path())), std::string("model (1), original (1)"));
  }

  void shardsInAFolderBelowBelongToTheIndex() {
    const TemporaryFolder folder;
    put(folder, "model.safetensors.index.json",
        "{\"weight_map\":{\"a\":\"sub/model-00001-of-00001.safetensors\"}}");
    put(folder, "sub/model-00001-of-00001.safetensors");
    put(folder, "other/model.safetensors");
    QCOMPARE(told(discovered(folder.path())), std::string("model (index), other (1)"));
  }

  void linksInCirclesEnd() {
    const TemporaryFolder folder;
    put(folder, "a/model.safetensors");
    fs::create_directory_symlink(folder.path(), folder / "a/up");
    fs::create_directory_symlink(folder / "a", folder / "b");
    QCOMPARE(told(discovered(folder.path())), std::string("a (1)"));
  }

  void depthIsBounded() {
    const TemporaryFolder folder;
    put(folder, "1/2/3/model.safetensors");
    put(folder, "1/2/3/4/model.safetensors");
    const Discovery found = discovered(folder.path());
    QCOMPARE(told(found), std::string("1/2/3 (1)"));
    QVERIFY(!found.complete);
  }

  void errorsAreTheSystems() {
    const TemporaryFolder folder;
    QCOMPARE(discoverSets(folder / "none", StopToken()).error().code, ErrorCode::NotFound);
    StopSource stop;
    stop.requestStop();
    put(folder, "a.safetensors");
    QCOMPARE(discoverSets(folder.path(), stop.token()).error().code, ErrorCode::Stopped);
    QCOMPARE(chooseSet(Discovery(), "").error().code, ErrorCode::NoSuchSet);
  }

  void cachesPreferTheMainSnapshot() {
    const TemporaryFolder folder;
    put(folder, "blobs/" + hash);
    put(folder, "refs/main", "c2\n");
    for (const std::string commit : {"c1", "c2"}) {
      fs::create_directories(folder / ("snapshots/" + commit));
      fs::create_symlink("../../blobs/" + hash,
                         folder / ("snapshots/" + commit + "/model.safetensors"));
    }
    const Discovery found = discovered(folder.path());
    QCOMPARE(told(found), std::string("snapshots/c2 (1), snapshots/c1* (1)"));
    QVERIFY(chooseSet(found, "").has_value());
  }

  void linksTellTheirHashAndEnd() {
    const TemporaryFolder folder;
    put(folder, "blobs/" + hash);
    put(folder, "blobs/" + hash + ".incomplete", "12345");
    fs::create_directories(folder / "snapshots/c1");
    const fs::path link = folder / "snapshots/c1/model.safetensors";
    fs::create_symlink("../../blobs/" + hash, link);
    QCOMPARE(expectedSha256(link), std::optional<std::string>(hash));
    QCOMPARE(expectedSha256(folder / ("blobs/" + hash)), std::optional<std::string>(hash));
    QVERIFY(!expectedSha256(folder / "model.safetensors"));
    QVERIFY(!danglingTarget(link));
    QVERIFY(*snapshotLinkOf(folder / ("blobs/" + hash), StopToken()) == fs::absolute(link));
    const auto unfinished = unfinishedFiles(folder / "snapshots/c1");
    QCOMPARE(unfinished.size(), std::size_t(1));
    QCOMPARE(unfinished[0].name, "blobs/" + hash + ".incomplete");
    QCOMPARE(unfinished[0].bytes, std::uint64_t(5));
    fs::remove(folder / ("blobs/" + hash));
    QVERIFY(*danglingTarget(link) == fs::path("../../blobs/" + hash));
  }

  void readsConfigs() {
    const auto config = parseModelConfig(
        "{\"model_type\":\"llama\",\"torch_dtype\":\"bfloat16\",\"architectures\":[\"L\"],"
        "\"num_attention_heads\":9,\"text_config\":{\"num_key_value_heads\":3,"
        "\"num_attention_heads\":1,\"tie_word_embeddings\":true},\"hidden_size\":-1}");
    QVERIFY(config.has_value());
    QCOMPARE(config->modelType, std::string("llama"));
    QVERIFY(dtypeOfConfig(config->dtypeText) == "BF16");
    QCOMPARE(config->attentionHeads, std::optional<std::uint64_t>(9));
    QCOMPARE(config->keyValueHeads, std::optional<std::uint64_t>(3));
    QCOMPARE(config->tieWordEmbeddings, std::optional<bool>(true));
    QVERIFY(!config->hiddenSize);
    QVERIFY(dtypeOfConfig("torch.float16") == "F16" && dtypeOfConfig("auto").empty());
    QVERIFY(!parseModelConfig("[1]") && !parseModelConfig("{") && !parseModelConfig(""));
    QVERIFY(
        parseModelConfig("{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}"));
  }
};

QTEST_APPLESS_MAIN(SetDiscoveryTest)
#include "set_discovery_test.moc"
