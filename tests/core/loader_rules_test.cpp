#include "core/checkpoint/loader_rules.h"
#include "tests/support/checkpoint_set.h"

#include <QTest>
#include <algorithm>
#include <string>

using namespace assay;
using namespace assay::test;

namespace {

LoaderVerdict verdictOf(const Checkpoint& checkpoint, std::string_view loader,
                        std::string_view checkedFor = "") {
  for (const LoaderVerdict& verdict : checkpoint.loaders()) {
    if (verdict.loader == loader && (checkedFor.empty() || verdict.checkedFor == checkedFor)) {
      return verdict;
    }
  }
  return {};
}

/// A file of one tensor of this dtype, with as many bytes as it takes.
std::shared_ptr<const Checkpoint> withDtype(const TemporaryFolder& folder, Dtype dtype) {
  const std::string name(dtypeName(dtype));
  putTensors(folder / "m.safetensors",
             {{"w", name, {8}, std::string(dtypeFacts(dtype).bits, '\0')}});
  return opened(folder / "m.safetensors");
}

/// The loaders that answer No, with spaces between; (those that read it differently).
std::string told(const Checkpoint& checkpoint) {
  std::string text;
  for (const LoaderVerdict& verdict : checkpoint.loaders()) {
    const bool older = verdict.loader == "safetensors, older";
    const std::string name = older ? std::string(verdict.checkedFor) : std::string(verdict.loader);
    if (verdict.answer == LoaderAnswer::No) {
      text += name + "; ";
    } else if (verdict.answer == LoaderAnswer::Differently) {
      text += "(" + name + "); ";
    }
  }
  return text;
}

} // namespace

class LoaderRulesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void dtypesDecide_data() {
    QTest::addColumn<int>("dtype");
    QTest::addColumn<QString>("refusing");
    const auto row = [](Dtype dtype, const char* refusing) {
      QTest::newRow(std::string(dtypeName(dtype)).c_str()) << int(dtype) << refusing;
    };
    row(Dtype::F32, "");
    row(Dtype::BF16, "safetensors with NumPy; ");
    row(Dtype::I8, "candle; ");
    row(Dtype::Bool, "candle; ");
    row(Dtype::U64, "candle; ");
    row(Dtype::U16, "(candle); ");
    row(Dtype::C64, "0.5.3; safetensors-cpp; candle; netron; ");
    row(Dtype::F8_E4M3, "safetensors with NumPy; safetensors-cpp; (mlx); ");
    row(Dtype::F8_E5M2, "safetensors with NumPy; safetensors-cpp; mlx; candle; ");
    row(Dtype::F8_E8M0, "safetensors with NumPy; 0.5.3; safetensors-cpp; (mlx); (candle); ");
    row(Dtype::F8_E4M3FNUZ,
        "safetensors with NumPy; 0.7.0; 0.5.3; safetensors-cpp; mlx; candle; netron; ");
    row(Dtype::F4, "safetensors with NumPy; 0.5.3; safetensors-cpp; mlx; (candle); netron; ");
    row(Dtype::F6_E2M3, "safetensors with PyTorch; safetensors with NumPy; 0.5.3; "
                        "safetensors-cpp; mlx; (candle); netron; ");
  }
  void dtypesDecide() {
    QFETCH(int, dtype);
    QFETCH(QString, refusing);
    const TemporaryFolder folder;
    const auto checkpoint = withDtype(folder, static_cast<Dtype>(dtype));
    QCOMPARE(QString::fromStdString(told(*checkpoint)), refusing);
    QCOMPARE(checkpoint->loaders().size(), std::size_t(11));
  }

  void findingsNameTheLoaderAndTheReason() {
    const TemporaryFolder folder;
    const auto checkpoint = withDtype(folder, Dtype::U16);
    QCOMPARE(codes(*checkpoint), std::string("loader_refuses"));
    const Finding finding = checkpoint->findings()[0];
    QVERIFY(finding.severity == Severity::Info);
    QCOMPARE(finding.title, std::string("candle reads this differently"));
    QVERIFY(has(finding, "It widens U16 to U32."));
    QCOMPARE(codes(*withDtype(folder, Dtype::BF16)), std::string()); // NumPy's gap is no news
  }

  void orderEmptinessAndAxesDecide() {
    const TemporaryFolder folder;
    putFile(folder / "m.safetensors",
            safetensorsBytes("{\"b\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[1,2]},"
                             "\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}  ",
                             "xx"));
    QCOMPARE(told(*opened(folder / "m.safetensors")), std::string("safetensors-cpp; "));
    putTensors(folder / "m.safetensors", {{"a", "U8", {0}, ""}, {"b", "U8", {1}, "x"}});
    QCOMPARE(told(*opened(folder / "m.safetensors")), std::string("safetensors-cpp; "));
    putTensors(folder / "m.safetensors", {{"a", "U8", {1, 1, 1, 1, 1, 1, 1, 1}, "x"}});
    QCOMPARE(told(*opened(folder / "m.safetensors")), std::string("safetensors-cpp; "));
    putTensors(folder / "m.safetensors", {{"a", "U8", {0, 4'294'967'297}, ""}});
    QCOMPARE(told(*opened(folder / "m.safetensors")),
             std::string("safetensors-cpp; mlx; huggingface.js; "));
    putFile(
        folder / "m.safetensors",
        safetensorsBytes(" {\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}", "x"));
    QCOMPARE(told(*opened(folder / "m.safetensors")), std::string("netron; "));
  }

  void damageIsAnsweredByWhatEachChecks() {
    const TemporaryFolder folder;
    std::string bytes = makeSafetensors(std::vector<TestTensor>{tensor("a"), tensor("b")});
    bytes.pop_back();
    putFile(folder / "m.safetensors", bytes);
    const auto checkpoint = opened(folder / "m.safetensors");
    const LoaderVerdict reference = verdictOf(*checkpoint, "safetensors with PyTorch", "0.8.0");
    QVERIFY(reference.answer == LoaderAnswer::No);
    QVERIFY(reference.why.find("MetadataIncompleteBuffer") != std::string::npos);
    QVERIFY(verdictOf(*checkpoint, "mlx").answer == LoaderAnswer::No);
    QVERIFY(verdictOf(*checkpoint, "netron").answer == LoaderAnswer::Yes);
    QVERIFY(verdictOf(*checkpoint, "safetensors-cpp").answer == LoaderAnswer::Unknown);
    QVERIFY(codes(*checkpoint).find("loader_refuses") == std::string::npos);
  }

  void aLongHeaderIsTooMuchForTheHub() {
    const TemporaryFolder folder;
    putFile(folder / "m.safetensors",
            safetensorsBytes("{\"__metadata__\":{\"k\":\"" + std::string(25'000'000, 'x') + "\"}}",
                             ""));
    QCOMPARE(told(*opened(folder / "m.safetensors")),
             std::string("huggingface.js; huggingface_hub; "));
  }

  void aSetIsRefusedWhereAShardIsMissing() {
    const TemporaryFolder folder;
    putSet(folder.path());
    QCOMPARE(told(*opened(folder.path())), std::string());
    std::filesystem::remove(folder / shard1);
    const auto checkpoint = opened(folder.path());
    QVERIFY(std::all_of(checkpoint->loaders().begin(), checkpoint->loaders().end(),
                        [](const auto& v) { return v.answer == LoaderAnswer::No; }));
  }
};

QTEST_APPLESS_MAIN(LoaderRulesTest)
#include "loader_rules_test.moc"
