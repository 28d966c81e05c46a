#include "tests/support/checkpoint_set.h"

#include <QTest>
#include <string>

using namespace assay;
using namespace assay::test;
namespace fs = std::filesystem;

class CheckpointFolderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void severalSetsAreListedAndOpenedByName() {
    const TemporaryFolder folder;
    putTensors(folder / "unet/diffusion_pytorch_model.safetensors", {tensor("u")});
    putTensors(folder / "vae/diffusion_pytorch_model.safetensors", {tensor("v")});
    QCOMPARE(errorOf(folder.path()), ErrorCode::NoSuchSet);
    OpenOptions options;
    options.setName = "vae";
    QCOMPARE(rows(*opened(folder.path(), options)), std::string("v@0"));
    options.setName = "none";
    QCOMPARE(errorOf(folder.path(), options), ErrorCode::NoSuchSet);
  }

  void aFolderWithoutWeightsSaysSo() {
    const TemporaryFolder folder;
    putFile(folder / "pytorch_model.bin", "x");
    putFile(folder / "model.safetensors.incomplete", "123");
    const auto checkpoint = opened(folder.path());
    QVERIFY(!checkpoint->readable());
    QCOMPARE(codes(*checkpoint), std::string("not_a_checkpoint unfinished_download"));
    QVERIFY(has(checkpoint->findings()[0], "pytorch_model.bin"));
    QCOMPARE(errorOf(folder / "none"), ErrorCode::NotFound);
  }

  void aShardAloneKnowsItsSet() {
    const TemporaryFolder folder;
    putSet(folder.path());
    auto checkpoint = opened(folder / shard1);
    QCOMPARE(codes(*checkpoint), std::string("part_of_a_set"));
    QCOMPARE(checkpoint->findings()[0].title, std::string("This is shard 1 of 2"));
    QVERIFY(checkpoint->set().belongsTo == std::optional(folder / indexName));
    fs::remove(folder / indexName);
    checkpoint = opened(folder / shard1);
    QVERIFY(checkpoint->set().belongsTo == std::optional(folder.path()));
  }

  void cachesResolveFromTheLinksFolder() {
    const TemporaryFolder folder;
    putSet(folder / "plain");
    const std::string hash1(64, '1');
    const std::string hash2(64, '2');
    fs::create_directories(folder / "models--org--net/blobs");
    const fs::path snapshot = folder / "models--org--net/snapshots/c0ffee";
    fs::create_directories(snapshot);
    const auto link = [&](const std::string& from, const std::string& blob) {
      fs::rename(folder / ("plain/" + from), folder / ("models--org--net/blobs/" + blob));
      fs::create_symlink("../../blobs/" + blob, snapshot / from);
    };
    link(shard1, hash1);
    link(shard2, hash2);
    link(indexName, std::string(40, 'b'));
    const fs::path blobs = folder / "models--org--net/blobs";
    for (const fs::path& path : {snapshot, snapshot / indexName, folder / "models--org--net",
                                 blobs / std::string(40, 'b')}) {
      const auto checkpoint = opened(path);
      QCOMPARE(codes(*checkpoint), std::string());
      QCOMPARE(rows(*checkpoint), std::string("a@0 b@0 c@1 d@1"));
      QCOMPARE(checkpoint->name(), std::string("org/net"));
    }
    const auto blob = opened(blobs / hash1);
    QCOMPARE(codes(*blob), std::string("part_of_a_set"));
    QCOMPARE(blob->shards()[0].fileName, shard1);

    fs::rename(blobs / hash2, blobs / (hash2 + ".incomplete"));
    const auto checkpoint = opened(snapshot);
    QCOMPARE(codes(*checkpoint), std::string("dangling_link unfinished_download"));
    QVERIFY(has(checkpoint->findings()[0], "It points to ../../blobs/" + hash2));
    QVERIFY(has(checkpoint->findings()[0], "holds 2 tensors"));
    const auto alone = opened(snapshot / shard2);
    QVERIFY(!alone->readable());
    QCOMPARE(codes(*alone), std::string("dangling_link unfinished_download"));
  }

  void theConfigBesideTheWeightsIsHeard() {
    const TemporaryFolder folder;
    putTensors(folder / "model.safetensors", {tensor("model.embed_tokens.weight")});
    putFile(folder / "config.json", "{\"model_type\":\"llama\",\"torch_dtype\":\"bfloat16\","
                                    "\"tie_word_embeddings\":true}");
    const auto checkpoint = opened(folder / "model.safetensors");
    QCOMPARE(codes(*checkpoint), std::string("dtype_differs_from_config tied"));
    QVERIFY(checkpoint->findings()[0].severity == Severity::Warning);
    QCOMPARE(checkpoint->findings()[0].title, std::string("The weights are F32, not BF16"));
    QVERIFY(has(checkpoint->findings()[1], "not stored again"));
    QCOMPARE(checkpoint->config()->modelType, std::string("llama"));
    putFile(folder / "config.json", "{\"torch_dtype\":\"float32\"}");
    QCOMPARE(codes(*opened(folder / "model.safetensors")), std::string());
  }

  void aliasNotesInTheMetadataAreShown() {
    const TemporaryFolder folder;
    putFile(
        folder / "m.safetensors",
        safetensorsBytes("{\"__metadata__\":{\"format\":\"pt\",\"head\":\"w\",\"note\":\"none\"},"
                         "\"w\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}",
                         "x"));
    const auto checkpoint = opened(folder / "m.safetensors");
    const Finding tied = findingOf(*checkpoint, FindingCode::Tied);
    QVERIFY(has(tied, "“head” shares the data of “w”"));
    QCOMPARE(tied.tensor, std::optional<std::string>("w"));
  }
};

QTEST_APPLESS_MAIN(CheckpointFolderTest)
#include "checkpoint_folder_test.moc"
