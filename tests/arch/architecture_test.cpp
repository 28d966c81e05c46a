// The source tree keeps its arrows and habits, and the rules that say so find violations made on
// purpose.

#include "tests/arch/source_rules.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <string>
#include <vector>

using assay::test::readSourceTree;
using assay::test::Violation;
using assay::test::violationsIn;

namespace {

void put(const QTemporaryDir& folder, const QString& path, const QByteArray& text) {
  const QFileInfo info(folder.filePath(path));
  QVERIFY(QDir().mkpath(info.path()));
  QFile file(info.filePath());
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(text), qint64(text.size()));
}

std::string listing(const std::vector<Violation>& violations) {
  std::string out;
  for (const Violation& violation : violations) {
    out += "\n  " + violation.text();
  }
  return out;
}

} // namespace

class ArchitectureTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void theTreeKeepsItsRules();
  void aRuleFindsItsViolation_data();
  void aRuleFindsItsViolation();
  void whatIsAllowedIsNotFound_data();
  void whatIsAllowedIsNotFound();
};

void ArchitectureTest::theTreeKeepsItsRules() {
  const auto files = readSourceTree(ASSAY_SOURCE_DIR);
  QVERIFY2(files.size() > 40, "the rules did not see the source tree");
  const auto violations = violationsIn(files);
  QVERIFY2(violations.empty(), listing(violations).c_str());
}

void ArchitectureTest::aRuleFindsItsViolation_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("rule");
  QTest::addColumn<int>("line");
  const auto row = [](const char* path, const QByteArray& text, const char* rule, int line) {
    QTest::addRow("%s in %s: %s", rule, path, text.simplified().left(40).constData())
        << QString::fromLatin1(path) << text << QString::fromLatin1(rule) << line;
  };
  row("core/base/a.cpp", "#include \"core/io/file_bytes.h\"\n", "core-order", 1);
  row("core/io/a.cpp", "\n#include \"core/tensor/dtype.h\"\n", "core-order", 2);
  row("core/tensor/a.cpp", "#include \"core/checkpoint/checkpoint.h\"\n", "core-order", 1);
  row("core/checkpoint/a.cpp", "#include \"core/stats/census.h\"\n", "core-order", 1);
  row("core/stats/a.cpp", "#include \"core/load/device.h\"\n", "core-order", 1);
  row("core/load/a.cpp", "#  include \"core/report/report.h\"\n", "core-order", 1);
  row("core/report/a.cpp", "#include \"ui/models/a.h\"\n", "folder-order", 1);
  row("ui/views/a.cpp", "#include \"app/main.h\"\n", "folder-order", 1);
  row("core/io/b.cpp", "#include \"tests/support/a.h\"\n", "folder-order", 1);
  row("ui/models/a.cpp", "#include \"ui/jobs/job_slot.h\"\n", "ui-order", 1);
  row("ui/jobs/a.cpp", "#include \"ui/views/window.h\"\n", "ui-order", 1);
  row("ui/charts/a.cpp", "#include \"ui/views/window.h\"\n", "ui-order", 1);
  row("core/base/a.cpp", "#include <QString>\n", "core-qt", 1);
  row("core/base/a.cpp", "#include <QtCore/QString>\n", "core-qt", 1);
  row("app/cli/a.cpp", "#include <QCoreApplication>\n", "cli-qt", 1);
  row("ui/models/a.cpp", "#include <QTreeView>\n", "widgets", 1);
  row("ui/jobs/a.cpp", "#include <QMainWindow>\n", "widgets", 1);
  row("ui/models/a.cpp", "#include <QFile>\n", "models-only-project", 1);
  row("ui/models/a.cpp", "#include <thread>\n", "models-only-project", 1);
  row("ui/models/a.cpp", "#include \"core/io/file_bytes.h\"\n", "models-only-project", 1);
  row("core/base/a.cpp", "#include <simdjson.h>\n", "library-place", 1);
  row("core/checkpoint/shard_index.cpp", "#include <simdjson.h>\n", "library-place", 1);
  row("core/checkpoint/safetensors_header.cpp", "#include <nlohmann/json.hpp>\n", "library-place",
      1);
  row("core/tensor/a.cpp", "#include <nlohmann/json.hpp>\n", "library-place", 1);
  row("core/load/a.cpp", "#include <hwy/highway.h>\n", "library-place", 1);
  row("ui/views/a.cpp", "#include <QChartView>\n", "library-place", 1);
  row("ui/views/a.cpp", "#include <QtCharts/QBarSet>\n", "library-place", 1);
  row("core/io/a.cpp", "#include \"../base/result.h\"\n", "relative-include", 1);
  row("core/io/a.cpp", "#include \"file_bytes.h\"\n", "include-from-top", 1);
  row("ui/views/a.cpp", "void f() {\n  w->setStyleSheet(s);\n}\n", "style-sheet", 2);
  row("ui/views/a.cpp", "QCoreApplication::processEvents();\n", "process-events", 1);
  row("ui/jobs/a.h", "#pragma once\nclass A : public QThread {};\n", "qthread-subclass", 2);
  row("core/io/a.cpp", "std::cout << 1;\n", "core-prints", 1);
  row("core/io/a.cpp", "void f() { std::abort(); }\n", "core-aborts", 1);
  row("core/base/a.cpp", "std::jthread t;\n", "old-libc++", 1);
  row("tests/core/a.cpp", QByteArray("// TO") + "DO later\n", "marker", 1);
  row("core/io/a.h", "// no guard\n", "pragma-once", 1);
  row("core/io/FileBytes.cpp", "\n", "file-name", 0);
  row("core/io/a.cpp", QByteArray(501, '\n'), "file-length", 0);
  row("resources/a.py", QByteArray(501, '\n'), "file-length", 0);
}

void ArchitectureTest::aRuleFindsItsViolation() {
  QFETCH(QString, path);
  QFETCH(QByteArray, text);
  QFETCH(QString, rule);
  QFETCH(int, line);
  const QTemporaryDir folder;
  put(folder, path, text);
  const auto violations = violationsIn(readSourceTree(folder.path().toStdString()));
  const bool found =
      std::any_of(violations.begin(), violations.end(), [&](const Violation& violation) {
        return violation.rule == rule.toStdString() && violation.path == path.toStdString() &&
               violation.line == line;
      });
  QVERIFY2(found, listing(violations).c_str());
}

void ArchitectureTest::whatIsAllowedIsNotFound_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<QByteArray>("text");
  const auto row = [](const char* name, const char* path, const QByteArray& text) {
    QTest::newRow(name) << QString::fromLatin1(path) << text;
  };
  row("to the left", "core/report/a.cpp",
      "#include \"core/base/result.h\"\n#include \"core/stats/census.h\"\n");
  row("own room", "core/io/a.cpp", "#include \"core/io/file_bytes.h\"\n");
  row("simdjson's place", "core/checkpoint/safetensors_header.cpp", "#include <simdjson.h>\n");
  row("highway's place", "core/stats/a.cpp", "#include <hwy/highway.h>\n");
  row("charts' place", "ui/charts/a.cpp", "#include <QChartView>\n");
  row("widgets in views", "ui/views/a.cpp", "#include <QTreeView>\n");
  row("a word in a comment", "ui/views/a.cpp", "// never processEvents, nor setStyleSheet\n");
  row("a word in a long comment", "ui/views/a.cpp", "/* never\n processEvents\n */\n");
  row("a word in a string", "core/io/a.cpp", "auto s = \"std::abort \\\" cout\";\n");
  row("a word in a raw string", "core/io/a.cpp", "auto s = R\"x(\ncout)\" abort\n)x\";\n");
  row("part of a word", "core/io/a.cpp", "void snprintf_like(); int abortable = 1'000;\n");
  row("500 lines", "core/io/a.cpp", QByteArray(500, '\n'));
  row("generated by Qt", "ui/views/a.cpp", "#include \"a.moc\"\n");
  row("a thread that is used", "ui/jobs/a.cpp", "QThread::currentThread();\n");
}

void ArchitectureTest::whatIsAllowedIsNotFound() {
  QFETCH(QString, path);
  QFETCH(QByteArray, text);
  const QTemporaryDir folder;
  put(folder, path, text);
  const auto files = readSourceTree(folder.path().toStdString());
  QCOMPARE(files.size(), std::size_t(1));
  const auto violations = violationsIn(files);
  QVERIFY2(violations.empty(), listing(violations).c_str());
}

QTEST_GUILESS_MAIN(ArchitectureTest)
#include "architecture_test.moc"
