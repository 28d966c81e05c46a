#include "core/checkpoint/checkpoint.h"
#include "tests/support/header_invariants.h"
#include "tests/support/safetensors_file.h"
#include "tests/support/verdict_catalogue.h"

#include <QTest>
#include <algorithm>

using namespace assay;

/// Every file of the catalogue gets the reference's own verdict, error and words.
class ReferenceVerdictTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void catalogueIsWhole();
  void verdict_data();
  void verdict();
  void wordsHaveTheNumbers();

 private:
  std::vector<test::JudgedFile> m_files =
      test::readVerdictCatalogue(ASSAY_SOURCE_DIR "/tests/core/data/reference_verdicts.tsv");
  test::TemporaryFolder m_folder;

  ReferenceVerdict judge(std::string_view bytes) {
    test::replaceFile(m_folder / "file", bytes);
    NoProgress progress;
    const auto checkpoint = openCheckpoint(m_folder / "file", StopToken(), progress);
    return checkpoint ? (*checkpoint)->shards().at(0).reference
                      : ReferenceVerdict{ReferenceError::None, "could not be opened", 0};
  }
};

void ReferenceVerdictTest::catalogueIsWhole() {
  QCOMPARE(m_files.size(), std::size_t{184});
  const auto accepted = std::count_if(m_files.begin(), m_files.end(),
                                      [](const auto& file) { return file.error.empty(); });
  QCOMPARE(accepted, 65);
}

void ReferenceVerdictTest::verdict_data() {
  QTest::addColumn<std::size_t>("index");
  for (std::size_t i = 0; i < m_files.size(); ++i) {
    QTest::newRow(m_files[i].name.c_str()) << i;
  }
}

void ReferenceVerdictTest::verdict() {
  QFETCH(std::size_t, index);
  const test::JudgedFile& file = m_files[index];
  const ReferenceVerdict verdict = judge(file.bytes);
  QCOMPARE(QString::fromStdString(std::string(referenceErrorName(verdict.error))),
           QString::fromStdString(file.error));
  QVERIFY2(verdict.detail.starts_with(file.reason),
           (verdict.detail + "\ninstead of\n" + file.reason).c_str());
  QVERIFY(verdict.accepts() || (verdict.position && *verdict.position <= file.bytes.size()) ||
          verdict.error == ReferenceError::MetadataIncompleteBuffer ||
          verdict.error == ReferenceError::InvalidOffset);
  const std::string broken = test::checkOpening(m_folder / "file");
  QVERIFY2(broken.empty(), broken.c_str());
}

void ReferenceVerdictTest::wordsHaveTheNumbers() {
  const auto detailOf = [&](std::string_view header, std::string_view data) {
    return QString::fromStdString(judge(test::safetensorsBytes(header, data)).detail);
  };
  QCOMPARE(detailOf(R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", "01234567"),
           "invalid offset for tensor `w` (data_offsets [4, 8] where 0 was due to begin)");
  QCOMPARE(detailOf(R"({"w":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}})", "01234567"),
           "invalid shape, data type, or offset for tensor (`w`: 8 bytes by its offsets, 12 by its "
           "shape)");
  QCOMPARE(detailOf(R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", "0123456"),
           "incomplete metadata, file not fully covered (the header describes 8 bytes of data, the "
           "file has 7)");
}

QTEST_GUILESS_MAIN(ReferenceVerdictTest)
#include "reference_verdict_test.moc"
