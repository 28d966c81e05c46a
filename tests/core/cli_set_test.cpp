#include "core/checkpoint/hash_check.h"
#include "core/io/sha256.h"
#include "tests/support/checkpoint_set.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>
#include <string>

using namespace assay;
using namespace assay::test;
namespace fs = std::filesystem;

namespace {

struct Outcome {
  int exitCode;
  QByteArray out;
  QByteArray err;
};

Outcome run(const QStringList& arguments) {
  QProcess process;
  process.start(QStringLiteral(ASSAY_BINARY_DIR "/app/assay-cli"), arguments);
  process.waitForFinished(60'000);
  const bool normal = process.exitStatus() == QProcess::NormalExit;
  return {normal ? process.exitCode() : -1, process.readAllStandardOutput(),
          process.readAllStandardError()};
}

QString path(const fs::path& path) {
  return QString::fromStdString(path.string());
}

std::string sha256Of(std::string_view bytes) {
  Sha256 hash;
  hash.add(std::as_bytes(std::span(bytes)));
  return hash.finish().value_or("");
}

/// Puts a file into a download cache under the name of its hash, with a link from the snapshot.
void putInCache(const fs::path& cache, const std::string& name, const std::string& bytes) {
  const std::string hash = sha256Of(bytes);
  putFile(cache / "blobs" / hash, bytes);
  fs::create_directories(cache / "snapshots/c0ffee");
  fs::create_symlink("../../blobs/" + hash, cache / "snapshots/c0ffee" / name);
}

} // namespace

class CliSetTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void hashesAsTheStandardSays() {
    QCOMPARE(sha256Of(""),
             std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    QCOMPARE(sha256Of("abc"),
             std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
  }

  void severalSetsAskForAName() {
    const TemporaryFolder folder;
    putTensors(folder / "unet/model.safetensors", {tensor("u")});
    putTensors(folder / "vae/model.safetensors", {tensor("v")});
    const Outcome ambiguous = run({"inspect", path(folder.path())});
    QCOMPARE(ambiguous.exitCode, 2);
    QVERIFY(ambiguous.err.contains("2 sets: unet, vae") && ambiguous.err.contains("--set-name"));
    QVERIFY(ambiguous.out.isEmpty());
    const Outcome named = run({"inspect", path(folder.path()), "--set-name", "vae", "--json"});
    QCOMPARE(named.exitCode, 0);
    const auto json = QJsonDocument::fromJson(named.out).object();
    QCOMPARE(json["tensors"][0]["name"].toString(), QString("v"));
    QCOMPARE(run({"values", path(folder.path()), "v", "--set-name", "vae"}).exitCode, 0);
    QCOMPARE(run({"inspect", path(folder.path()), "--set-name", "text"}).exitCode, 2);
  }

  void aSetWithAFaultOpensAndExitsWithOne() {
    const TemporaryFolder folder;
    putSet(folder.path());
    QCOMPARE(run({"inspect", path(folder.path())}).exitCode, 0);
    putFile(folder / shard2, "<html>");
    const Outcome outcome = run({"inspect", path(folder / indexName), "--json"});
    QCOMPARE(outcome.exitCode, 1);
    const auto json = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(json["format"].toString(), QString("safetensors"));
    QCOMPARE(json["tensor_count"].toInt(), 4);
    QCOMPARE(json["tensors"][2]["state"].toString(), QString("missing"));
    QVERIFY(json["tensors"][2]["dtype"].isNull());
    QCOMPARE(json["shards"][1]["reference"]["verdict"].toString(), QString("reject"));
    fs::remove(folder / shard2);
    const Outcome missing = run({"inspect", path(folder.path()), "--json"});
    QCOMPARE(missing.exitCode, 1);
    const auto reference =
        QJsonDocument::fromJson(missing.out).object()["shards"][1]["reference"].toObject();
    QVERIFY(reference["verdict"].isNull());
  }

  void anIndexThatIsNoneExitsWithThree() {
    const TemporaryFolder folder;
    putFile(folder / indexName, "version https://git-lfs.github.com/spec/v1\noid sha256:0\n");
    const Outcome outcome = run({"inspect", path(folder / indexName), "--json"});
    QCOMPARE(outcome.exitCode, 3);
    const auto json = QJsonDocument::fromJson(outcome.out).object();
    QVERIFY(json["format"].isNull());
    QCOMPARE(json["findings"][0]["code"].toString(), QString("git_lfs_pointer"));
    QCOMPARE(run({"inspect", path(folder.path() / "none")}).exitCode, 3);
  }

  void verifyFindsADamagedBlob() {
    const TemporaryFolder folder;
    const fs::path cache = folder / "models--org--net";
    const std::string bytes = makeSafetensors(std::vector<TestTensor>{tensor("a"), tensor("b")});
    putInCache(cache, "model.safetensors", bytes);
    const fs::path snapshot = cache / "snapshots/c0ffee";
    const Outcome good = run({"inspect", path(snapshot), "--verify"});
    QCOMPARE(good.exitCode, 0);
    QVERIFY(good.err.contains("SHA-256 of 1 file: all as downloaded"));

    std::string damaged = bytes;
    damaged.back() = '\x7F';
    putFile(cache / "blobs" / sha256Of(bytes), damaged);
    QCOMPARE(run({"inspect", path(snapshot)}).exitCode, 0);
    for (const fs::path& file : {snapshot, cache / "blobs" / sha256Of(bytes)}) {
      const Outcome bad = run({"inspect", path(file), "--verify", "--json"});
      QCOMPARE(bad.exitCode, 1);
      const auto finding = QJsonDocument::fromJson(bad.out).object()["findings"][0].toObject();
      QCOMPARE(finding["code"].toString(), QString("hash_mismatch"));
      QVERIFY(finding["message"].toString().contains(QString::fromStdString(sha256Of(damaged))));
      QVERIFY(finding["message"].toString().contains(QString::fromStdString(sha256Of(bytes))));
    }
  }

  void verifySaysWhereThereIsNothingToCompare() {
    const TemporaryFolder folder;
    putTensors(folder / "m.safetensors", {tensor("a")});
    const Outcome outcome = run({"inspect", path(folder / "m.safetensors"), "--verify"});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(outcome.err.contains("no SHA-256 is known"));
  }
};

QTEST_APPLESS_MAIN(CliSetTest)
#include "cli_set_test.moc"
