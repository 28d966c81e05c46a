#include "core/base/checked.h"
#include "core/base/error.h"
#include "core/base/glob.h"
#include "core/base/json_writer.h"
#include "core/base/number_text.h"
#include "core/base/stop_token.h"
#include "core/base/text_escape.h"
#include "core/base/worker_pool.h"

#include <QTest>
#include <atomic>
#include <limits>
#include <set>
#include <sstream>

using namespace assay;

class BaseTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyErrorCodeHasASentenceOfItsOwn() {
    std::set<std::string_view> names;
    std::set<std::string> texts;
    constexpr int codes = static_cast<int>(ErrorCode::NoDevice) + 1;
    for (int code = 0; code < codes; ++code) {
      const Error error{.code = static_cast<ErrorCode>(code)};
      names.insert(errorName(error.code));
      texts.insert(errorText(error));
    }
    QCOMPARE(names.size(), std::size_t(codes));
    QCOMPARE(texts.size(), std::size_t(codes));
  }

  void errorsTellTheNumbers() {
    QCOMPARE(
        errorText({.code = ErrorCode::ReadFailed, .position = 4194304, .detail = "I/O error"}),
        std::string("reading stopped at byte 4194304: I/O error (check the disk and try again)"));
  }

  void checkedArithmetic() {
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    QCOMPARE(checkedAdd(most, 0), std::optional(most));
    QVERIFY(!checkedAdd(most, 1));
    QVERIFY(!checkedMul(std::uint64_t{1} << 32U, std::uint64_t{1} << 32U));
    QVERIFY(!checkedSub(1, 2));
  }

  void illFormedUtf8BecomesReplacementCharacters() {
    QCOMPARE(validUtf8("a\xFF"
                       "b"),
             std::string("a\xEF\xBF\xBD"
                         "b"));
    QCOMPARE(validUtf8("\xE2\x82"), std::string("\xEF\xBF\xBD")); // cut short
    QCOMPARE(validUtf8("\xED\xA0\x80").size(), std::size_t(9));   // a surrogate
    QVERIFY(isPlainAscii("") && isPlainAscii(" model.layers.0~"));
    QVERIFY(!isPlainAscii("a\x1F") && !isPlainAscii("a\x7F") && !isPlainAscii("\xC3\xA9"));
    QVERIFY(isUtf8("\xF0\x9F\x98\x80 \xC3\xA9"));
    QVERIFY(!isUtf8("\xC0\x80"));         // overlong
    QVERIFY(!isUtf8("\xF4\x90\x80\x80")); // above U+10FFFF
  }

  void escapes() {
    QCOMPARE(escapedForLine("a\x1B[2Jb\n\xE2\x80\xAE"), std::string("a\\u001b[2Jb\\n\\u202e"));
    QCOMPARE(escapedForJson("\"\\\n\x01"), std::string("\\\"\\\\\\n\\u0001"));
    QCOMPARE(escapedForHtml("<b a=\"1\">&'"), std::string("&lt;b a=&quot;1&quot;&gt;&amp;&#39;"));
    QCOMPARE(escapedForMarkdown("a|b_c<d"), std::string("a\\|b\\_c&lt;d"));
    QCOMPARE(escapedForCsv("=1+1"), std::string("'=1+1"));
    QCOMPARE(escapedForCsv("@x,\"y\""), std::string("\"'@x,\"\"y\"\"\""));
    QCOMPARE(escapedForCsv("model.norm"), std::string("model.norm"));
  }

  void numbers() {
    QCOMPARE(groupedText(0), std::string("0"));
    QCOMPARE(groupedText(134515008), std::string("134,515,008"));
    QCOMPARE(sizeText(1), std::string("1 byte"));
    QCOMPARE(sizeText(512), std::string("512 bytes"));
    QCOMPARE(sizeText(1152), std::string("1.15 kB"));
    QCOMPARE(sizeText(30528), std::string("30.5 kB"));
    QCOMPARE(sizeText(999950), std::string("1.00 MB"));
    QCOMPARE(sizeText(1769472), std::string("1.77 MB"));
    QCOMPARE(sizeText(16060522496), std::string("16.06 GB"));
    QCOMPARE(valueText(2.98e-8), std::string("2.980e-08"));
    QCOMPARE(valueText(-0.052), std::string("-0.05200"));
    QCOMPARE(valueText(9.99996), std::string("10.00"));
    QCOMPARE(valueText(0), std::string("0"));
    QCOMPARE(secondsText(0.0031), std::string("3.1 ms"));
    QCOMPARE(secondsText(1.24), std::string("1.24 s"));
  }

  void jsonIsWrittenAsItComes() {
    std::ostringstream out;
    JsonWriter json(out);
    json.beginObject();
    json.member("a", std::uint64_t{18446744073709551615U});
    json.member("b", std::numeric_limits<double>::infinity());
    json.key("c").beginArray(JsonWriter::Layout::Inline).value(1.5).value("x").endArray();
    json.key("d").beginObject().endObject();
    json.endObject();
    QCOMPARE(out.str(), std::string("{\n  \"a\": 18446744073709551615,\n  \"b\": null,\n"
                                    "  \"c\": [1.5, \"x\"],\n  \"d\": {}\n}\n"));
  }

  void globs() {
    QVERIFY(globMatches("*", ""));
    QVERIFY(globMatches("model.layers.*.q_proj.weight", "model.layers.12.self_attn.q_proj.weight"));
    QVERIFY(!globMatches("model.layers.*.q_proj.weight", "model.layers.12.q_proj.bias"));
    QVERIFY(globMatches("*.layers.[0-3].*", "model.layers.2.norm"));
    QVERIFY(!globMatches("*.layers.[!0-3].*", "model.layers.2.norm"));
    QVERIFY(globMatches("a?b", "a\xC3\xA9"
                               "b"));
    QVERIFY(globMatches("a[", "a["));
    QVERIFY(globMatches("\\*", "*"));
    QVERIFY(!globMatches("\\*", "x"));
    QVERIFY(globMatches("[]]", "]"));
    QVERIFY(!globMatches("", "x"));
    // Patterns made to be slow end at once.
    std::string stars;
    for (int i = 0; i < 50; ++i) {
      stars += "*a";
    }
    QVERIFY(!globMatches(stars + "b", std::string(2000, 'a')));
    QVERIFY(anyGlobMatches({}, "x"));
    QVERIFY(!anyGlobMatches({"y", "z*"}, "x"));
  }

  void workersAllRun() {
    std::atomic<unsigned> mask = 0;
    runWorkers(4, [&](unsigned worker) { mask |= 1U << worker; });
    QCOMPARE(mask.load(), 15U);
  }

  void stopReachesEveryToken() {
    StopSource source;
    const StopToken token = source.token();
    QVERIFY(!token.stopRequested());
    source.requestStop();
    QVERIFY(token.stopRequested());
    QVERIFY(!StopToken().stopRequested());
  }
};

QTEST_APPLESS_MAIN(BaseTest)
#include "base_test.moc"
