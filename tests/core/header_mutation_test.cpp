#include "tests/support/header_invariants.h"
#include "tests/support/safetensors_file.h"
#include "tests/support/verdict_catalogue.h"

#include <fmt/format.h>

#include <QTest>
#include <algorithm>
#include <array>
#include <random>

using namespace assay;

/// The judged files, broken in thousands of ways that are the same in every run: whatever the
/// bytes, the readers agree and the verdicts hold together. The fuzz target does the same without
/// end.
class HeaderMutationTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void mutationsKeepTheInvariants();
  void prefixesKeepTheInvariants();

 private:
  std::vector<test::JudgedFile> m_files =
      test::readVerdictCatalogue(ASSAY_SOURCE_DIR "/tests/core/data/reference_verdicts.tsv");
  test::TemporaryFolder m_folder;
};

namespace {

using namespace std::string_view_literals;

constexpr std::array<std::string_view, 36> pieces{"{",
                                                  "}",
                                                  "[",
                                                  "]",
                                                  ",",
                                                  ":",
                                                  "\"",
                                                  "\\",
                                                  "\\u0041",
                                                  "\\ud83d\\ude00",
                                                  "\\ud800",
                                                  "null",
                                                  "true",
                                                  "0",
                                                  "-0",
                                                  "1e5",
                                                  "1e999",
                                                  "0.5",
                                                  "18446744073709551615",
                                                  "18446744073709551616",
                                                  " ",
                                                  "\n",
                                                  "\xFF",
                                                  "\xE2\x82",
                                                  "\"dtype\"",
                                                  "\"shape\"",
                                                  "\"data_offsets\"",
                                                  "\"__metadata__\":{\"a\":\"b\"},",
                                                  "\"F32\"",
                                                  "{\"F32\":null}",
                                                  "[0,4]",
                                                  "[0,0]",
                                                  "[]",
                                                  "\"a\":{\"dtype\":\"U8\",\"shape\":[0],",
                                                  "\0"sv,
                                                  "\xEF\xBB\xBF"};

/// mt19937 gives the same numbers everywhere; the standard's distributions do not.
class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : m_random(seed) {}

  std::size_t below(std::size_t bound) { return m_random() % bound; }

  /// The header changed in up to four places.
  std::string mutated(std::string header) {
    for (std::size_t left = 1 + below(4); left > 0; --left) {
      const std::size_t at = below(header.size() + 1);
      const std::size_t length = std::min(header.size() - at, below(7));
      switch (below(4)) {
      case 0:
        header.insert(at, pieces[below(pieces.size())]);
        break;
      case 1:
        header.erase(at, length);
        break;
      case 2:
        header.replace(at, length, pieces[below(pieces.size())]);
        break;
      default:
        if (at < header.size()) {
          header[at] = static_cast<char>(m_random());
        }
      }
    }
    return header;
  }

 private:
  std::mt19937 m_random;
};

} // namespace

void HeaderMutationTest::mutationsKeepTheInvariants() {
  Mutator mutator(20240917);
  for (int round = 0; round < 12000; ++round) {
    const std::string& original = m_files[mutator.below(m_files.size())].bytes;
    if (original.size() < 16 || original.size() > 4096) {
      continue;
    }
    const std::size_t length =
        std::min<std::size_t>(static_cast<unsigned char>(original[0]), original.size() - 8);
    const std::string header = mutator.mutated(original.substr(8, length));
    const std::string agree = test::checkReadersAgree(header);
    QVERIFY2(agree.empty(), fmt::format("{} for {}", agree, header).c_str());
    test::replaceFile(m_folder / "file",
                      test::safetensorsBytes(header, original.substr(8 + length)));
    const std::string broken = test::checkOpening(m_folder / "file");
    QVERIFY2(broken.empty(), fmt::format("{} for {}", broken, header).c_str());
  }
}

void HeaderMutationTest::prefixesKeepTheInvariants() {
  for (const test::JudgedFile& file : m_files) {
    if (file.bytes.size() > 300) {
      continue;
    }
    for (std::size_t length = 0; length < file.bytes.size(); ++length) {
      test::replaceFile(m_folder / "file", file.bytes.substr(0, length));
      const std::string broken = test::checkOpening(m_folder / "file");
      QVERIFY2(broken.empty(), (broken + " for the first bytes of " + file.name).c_str());
    }
  }
}

QTEST_GUILESS_MAIN(HeaderMutationTest)
#include "header_mutation_test.moc"
