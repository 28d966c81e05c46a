#include "tests/support/safetensors_file.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>
#include <filesystem>

using namespace assay;

/// The built assay-cli: exit codes, what goes to which stream, one line an error.
class CliInspectTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void exitCodes_data();
  void exitCodes();
  void jsonGoesWithEveryCode();
  void errorIsOneLine();
  void closedPipeIsNoCrash();

 private:
  struct Run {
    int code = -1;
    QByteArray out;
    QByteArray errors;
  };
  Run run(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(ASSAY_BINARY_DIR "/app/assay-cli"), arguments);
    process.waitForFinished();
    const bool normal = process.exitStatus() == QProcess::NormalExit;
    return {normal ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
  }
  QString path(const char* name) { return QString::fromStdString((m_folder / name).string()); }
  QString fileOf(std::string_view bytes, const char* name = "m.safetensors") {
    test::writeFile(m_folder / name, bytes);
    return path(name);
  }
  test::TemporaryFolder m_folder;
};

namespace {

const std::string header = R"({"w":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})";

} // namespace

void CliInspectTest::exitCodes_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<int>("code");
  QTest::newRow("good") << QStringList{"inspect",
                                       fileOf(test::safetensorsBytes(header, "1234"), "good")}
                        << 0;
  QTest::newRow("cut") << QStringList{"inspect",
                                      fileOf(test::safetensorsBytes(header, "12"), "cut")}
                       << 1;
  QTest::newRow("rejected") << QStringList{"inspect",
                                           fileOf(test::safetensorsBytes(header, "123456"), "more")}
                            << 1;
  QTest::newRow("no path") << QStringList{"inspect"} << 2;
  QTest::newRow("an unknown option") << QStringList{"inspect", "--frobnicate", path("good")} << 2;
  QTest::newRow("no such command") << QStringList{"look", path("good")} << 2;
  QTest::newRow("wrong file") << QStringList{"inspect", fileOf("PK\x03\x04", "zip")} << 3;
  QTest::newRow("empty") << QStringList{"inspect", fileOf("", "empty")} << 3;
  QTest::newRow("absent") << QStringList{"inspect", path("absent")} << 3;
}

void CliInspectTest::exitCodes() {
  QFETCH(QStringList, arguments);
  QFETCH(int, code);
  const Run result = run(arguments);
  QCOMPARE(result.code, code);
  QCOMPARE(result.errors.isEmpty(), code < 2);
  if (code == 3) {
    QVERIFY(result.errors.startsWith("assay-cli: "));
    QCOMPARE(result.errors.count('\n'), 1);
  }
}

void CliInspectTest::jsonGoesWithEveryCode() {
  const auto documentOf = [&](const QString& file, int code) {
    const Run result = run({"inspect", file, "--json"});
    return result.code == code ? QJsonDocument::fromJson(result.out).object() : QJsonObject();
  };
  QCOMPARE(documentOf(fileOf(test::safetensorsBytes(header, "1234")), 0)["format"].toString(),
           "safetensors");
  QCOMPARE(documentOf(fileOf(test::safetensorsBytes(header, "12")), 1)["tensor_count"].toInt(), 1);
  const QJsonObject wrong = documentOf(fileOf("GGUF\x03"), 3);
  QVERIFY(wrong["format"].isNull());
  QVERIFY(wrong.contains("schema"));
}

void CliInspectTest::errorIsOneLine() {
  const Run result = run({"inspect", path("a\nb")});
  QCOMPARE(result.code, 3);
  QVERIFY(result.out.isEmpty());
  QCOMPARE(result.errors.count('\n'), 1);
  QVERIFY(result.errors.startsWith("assay-cli: "));
  QVERIFY(result.errors.contains("a\\nb: nothing is there (check the path)"));
}

void CliInspectTest::closedPipeIsNoCrash() {
  const QString file = fileOf(test::safetensorsBytes(header, "1234"));
  QProcess shell;
  shell.start("/bin/sh", {"-c", "\"$0\" inspect \"$1\" | true",
                          QStringLiteral(ASSAY_BINARY_DIR "/app/assay-cli"), file});
  QVERIFY(shell.waitForFinished());
  QCOMPARE(shell.exitCode(), 0);
  QVERIFY(shell.readAllStandardError().isEmpty());
}

QTEST_GUILESS_MAIN(CliInspectTest)
#include "cli_inspect_test.moc"
