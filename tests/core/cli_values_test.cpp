#include "tests/support/safetensors_file.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>
#include <csignal>
#include <string>
#include <vector>

using assay::test::makeSafetensors;
using assay::test::TemporaryFolder;
using assay::test::TestTensor;
using assay::test::writeFile;

namespace {

struct Outcome {
  int exitCode;
  QByteArray out;
  QByteArray err;
};

const QString program = QStringLiteral(ASSAY_BINARY_DIR "/app/assay-cli");

Outcome run(const QStringList& arguments) {
  QProcess process;
  process.start(program, QStringList{"values"} + arguments);
  process.waitForFinished(60'000);
  const bool normal = process.exitStatus() == QProcess::NormalExit;
  return {normal ? process.exitCode() : -1, process.readAllStandardOutput(),
          process.readAllStandardError()};
}

QByteArray contentOf(const std::filesystem::path& path) {
  QFile file(QString::fromStdString(path.string()));
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
}

std::string text(const char* bytes, std::size_t count) {
  return {bytes, count};
}

/// Whether the process has a draft in `folder`: one with a name, or (Linux) an open one without.
bool isWritingIn(const std::filesystem::path& folder, qint64 process) {
  if (!std::filesystem::is_empty(folder)) {
    return true;
  }
  std::error_code gone;
  const std::filesystem::path open = "/proc/" + std::to_string(process) + "/fd";
  for (const auto& entry : std::filesystem::directory_iterator(open, gone)) {
    if (std::filesystem::read_symlink(entry.path(), gone).parent_path() == folder) {
      return true;
    }
  }
  return false;
}

/// One small tensor of each kind that prints in its own way.
std::vector<TestTensor> tensors() {
  return {
      {"bf16", "BF16", {2, 3}, text("\xCD\x3D\x00\x80\x80\x7F\xC0\x7F\x80\xBF\x00\x00", 12)},
      {"cube", "U8", {2, 2, 2}, text("\0\1\2\3\4\5\6\7", 8)},
      {"scalar", "I64", {}, text("\0\0\0\0\0\0\0\x80", 8)},
      {"empty", "F32", {0, 3}, ""},
      {"four", "F4", {2, 2}, text("\x21\x43", 2)},
      {"six", "F6_E2M3", {4}, text("\x08\x00\x00", 3)},
      {"complex", "C64", {1}, text("\x00\x00\xC0\x3F\x00\x00\x00\xC0", 8)},
      {"bool", "BOOL", {3}, text("\0\1\2", 3)},
      {"note", "U8", {11}, "a\x1B[1m\xC3\xA9\nb\xFF\t"},
      {"odd \x1B name", "U8", {1}, "\x05"},
  };
}

} // namespace

class CliValuesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    writeFile(m_folder / "all.safetensors", makeSafetensors(tensors()));
    m_path = QString::fromStdString((m_folder / "all.safetensors").string());
  }

  void textHasALineForEachLineOfTheLastAxis() {
    QCOMPARE(run({m_path, "bf16"}).out, QByteArray("[0] 0.1 -0 inf\n[1] nan -1 0\n"));
    QCOMPARE(run({m_path, "cube"}).out,
             QByteArray("[0, 0] 0 1\n[0, 1] 2 3\n[1, 0] 4 5\n[1, 1] 6 7\n"));
    QCOMPARE(run({m_path, "bool"}).out, QByteArray("false\ntrue\n2\n"));
    QCOMPARE(run({m_path, "scalar"}).out, QByteArray("-9223372036854775808\n"));
    const Outcome empty = run({m_path, "empty"});
    QCOMPARE(empty.out, QByteArray());
    QCOMPARE(empty.exitCode, 0);
  }

  void csvIsExact() {
    QCOMPARE(run({m_path, "bf16", "--format", "csv"}).out,
             QByteArray("0.10009765625,-0,inf\nnan,-1,0\n"));
    QCOMPARE(run({m_path, "complex", "--format", "csv"}).out, QByteArray("1.5-2j\n"));
  }

  void jsonIsNestedAsTheShape() {
    const Outcome outcome = run({m_path, "bf16", "--format", "json"});
    QCOMPARE(outcome.exitCode, 0);
    const QJsonObject document = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(document["schema"].toString(), QString("assay.values/1"));
    QCOMPARE(document["dtype"].toString(), QString("BF16"));
    QCOMPARE(document["shape"].toArray(), (QJsonArray{2, 3}));
    QCOMPARE(document["assumed_order"].toBool(true), false);
    const QJsonArray values = document["values"].toArray();
    QCOMPARE(values[0].toArray(), (QJsonArray{0.10009765625, -0.0, "Infinity"}));
    QCOMPARE(values[1].toArray(), (QJsonArray{"NaN", -1, 0}));
    QVERIFY(outcome.out.contains("-0.0"));
  }

  void jsonOfEveryRank() {
    const auto valuesOf = [&](const QString& tensor, const QStringList& more = {}) -> QJsonValue {
      const Outcome outcome = run(QStringList{m_path, tensor, "--format", "json"} + more);
      return QJsonDocument::fromJson(outcome.out).object()["values"];
    };
    QCOMPARE(valuesOf("cube").toArray(),
             (QJsonArray{QJsonArray{QJsonArray{0, 1}, QJsonArray{2, 3}},
                         QJsonArray{QJsonArray{4, 5}, QJsonArray{6, 7}}}));
    QCOMPARE(valuesOf("cube", {"--slice", "1,0,1"}).toInt(-1), 5);
    QCOMPARE(valuesOf("cube", {"--slice", ":,1"}).toArray(),
             (QJsonArray{QJsonArray{2, 3}, QJsonArray{6, 7}}));
    QCOMPARE(valuesOf("empty").toArray(), QJsonArray{});
    QCOMPARE(valuesOf("bool").toArray(), (QJsonArray{false, true, 2}));
    QCOMPARE(valuesOf("complex").toArray(), (QJsonArray{QJsonArray{1.5, -2}}));
    QVERIFY(run({m_path, "scalar", "--format", "json"})
                .out.contains("\"values\": -9223372036854775808"));
  }

  void npyIsWhatNumPyReads() {
    const QByteArray cube = run({m_path, "cube", "--format", "npy", "--slice", ":,:,1"}).out;
    QByteArray expected("\x93NUMPY\x01\x00v\x00", 10);
    expected += "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }";
    expected = expected.leftJustified(127, ' ') + '\n';
    QCOMPARE(cube, expected + QByteArray("\1\3\5\7", 4));
    const Outcome widened = run({m_path, "bf16", "--format", "npy"});
    QVERIFY(widened.out.contains("'<f4'") && widened.out.contains("(2, 3)"));
    QCOMPARE(widened.out.mid(128, 8), QByteArray("\x00\x00\xCD\x3D\x00\x00\x00\x80", 8));
    QVERIFY(widened.err.contains("float32"));
    QVERIFY(run({m_path, "scalar", "--format", "npy"}).out.contains("'shape': (), "));
    QVERIFY(run({m_path, "bool", "--format", "npy"}).out.contains("'shape': (3,), "));
    QCOMPARE(run({m_path, "bool", "--format", "npy"}).out.mid(128), QByteArray("\0\1\1", 3));
  }

  void aSliceThatStartsInsideAByteIsSaid() {
    const Outcome inside = run({m_path, "four", "--slice", "1,1:"});
    QCOMPARE(inside.out, QByteArray("2\n"));
    QVERIFY(inside.err.contains("inside a byte"));
    QVERIFY(!run({m_path, "four", "--slice", "1"}).err.contains("inside a byte"));
  }

  void nibblesAndAssumedOrder() {
    QCOMPARE(run({m_path, "four"}).out, QByteArray("[0] 0.5 1\n[1] 1.5 2\n"));
    QCOMPARE(run({m_path, "four", "--swap-nibbles"}).out, QByteArray("[0] 1 0.5\n[1] 2 1.5\n"));
    const Outcome six = run({m_path, "six"});
    QCOMPARE(six.out, QByteArray("1\n0\n0\n0\n"));
    QVERIFY(six.err.contains("assumed"));
  }

  void slices() {
    QCOMPARE(run({m_path, "cube", "--slice", ":,-1,1:"}).out, QByteArray("[0] 3\n[1] 7\n"));
    QCOMPARE(run({m_path, "cube", "--slice", "-1"}).out, QByteArray("[0] 4 5\n[1] 6 7\n"));
    const Outcome wrong = run({m_path, "cube", "--slice", "2"});
    QCOMPARE(wrong.exitCode, 2);
    QCOMPARE(wrong.out, QByteArray());
    QVERIFY(wrong.err.contains("axis 0 has 2 items"));
    QCOMPARE(run({m_path, "cube", "--slice", "::2"}).exitCode, 2);
  }

  void bytesAsText() {
    QCOMPARE(run({m_path, "note", "--as-text"}).out,
             QByteArray("a\\u001b[1m\xC3\xA9\nb\xEF\xBF\xBD\\t\n"));
    QCOMPARE(run({m_path, "bf16", "--as-text"}).exitCode, 2);
    QCOMPARE(run({m_path, "note", "--as-text", "--format", "json"}).exitCode, 2);
  }

  void aNameThatIsNotThere() {
    const Outcome outcome = run({m_path, "Cub"});
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY(outcome.err.contains("did you mean cube"));
    QCOMPARE(outcome.err.count('\n'), 1);
    const Outcome escaped = run({m_path, "odd \x1B nam"});
    QVERIFY(!escaped.err.contains('\x1B'));
    QCOMPARE(run({m_path, "odd \x1B name"}).out, QByteArray("5\n"));
  }

  void wrongUsage() {
    QCOMPARE(run({m_path}).exitCode, 2);
    QCOMPARE(run({m_path, "cube", "--format", "xml"}).exitCode, 2);
    QCOMPARE(run({"/nowhere", "cube"}).exitCode, 3);
    writeFile(m_folder / "page.safetensors", "<!DOCTYPE html><html></html>");
    const QString page = QString::fromStdString((m_folder / "page.safetensors").string());
    QCOMPARE(run({page, "cube"}).exitCode, 3);
  }

  void outputFiles() {
    const auto file = m_folder / "out.csv";
    const QString name = QString::fromStdString(file.string());
    const QStringList arguments{m_path, "bool", "--format", "csv", "-o", name};
    const Outcome first = run(arguments);
    QCOMPARE(first.exitCode, 0);
    QCOMPARE(first.out, QByteArray());
    QCOMPARE(contentOf(file), QByteArray("false\ntrue\n2\n"));
    QCOMPARE(run(arguments).exitCode, 2);
    QCOMPARE(run(arguments + QStringList{"--force"}).exitCode, 0);
    QCOMPARE(run({m_path, "bool", "-o", "/nowhere/out"}).exitCode, 4);
    const QByteArray before = contentOf(m_folder / "all.safetensors");
    QCOMPARE(run({m_path, "bool", "-o", m_path, "--force"}).exitCode, 2);
    QCOMPARE(contentOf(m_folder / "all.safetensors"), before);
  }

  void aCutFileGivesWhatIsThere() {
    std::string bytes =
        makeSafetensors(std::vector<TestTensor>{{"whole", "U8", {2}, "\x01\x02"},
                                                {"cut", "U16", {2, 2}, text("\1\0\2\0\3\0\4\0", 8)},
                                                {"gone", "U8", {4}, "abcd"}});
    bytes.resize(bytes.size() - 4 - 3); // `gone`, and three bytes of `cut`
    writeFile(m_folder / "cut.safetensors", bytes);
    const QString path = QString::fromStdString((m_folder / "cut.safetensors").string());
    const Outcome cut = run({path, "cut"});
    QCOMPARE(cut.exitCode, 1);
    QCOMPARE(cut.out, QByteArray("[0] 1 2\n"));
    QVERIFY(cut.err.contains("2 of 4 values are there"));
    const Outcome json = run({path, "cut", "--format", "json"});
    const QJsonObject document = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(document["values"].toArray(), (QJsonArray{QJsonArray{1, 2}}));
    QCOMPARE(document["present_elements"].toInt(), 2);
    QCOMPARE(document["state"].toString(), QString("partial"));
    QCOMPARE(run({path, "cut", "--format", "npy"}).exitCode, 3);
    QCOMPARE(run({path, "cut", "--format", "npy", "--slice", "0"}).exitCode, 1);
    QCOMPARE(run({path, "whole"}).out, QByteArray("1\n2\n"));
    const Outcome gone = run({path, "gone"});
    QCOMPARE(gone.exitCode, 3);
    QVERIFY(gone.err.contains("beyond_end"));
  }

  void unknownDtypesShowTheirBytes() {
    writeFile(m_folder / "unknown.safetensors",
              makeSafetensors(std::vector<TestTensor>{{"x", "Q4_0", {2}, "\x07\x08\x09"}}));
    const QString path = QString::fromStdString((m_folder / "unknown.safetensors").string());
    const Outcome outcome = run({path, "x"});
    QCOMPARE(outcome.out, QByteArray("7\n8\n9\n"));
    QVERIFY(outcome.err.contains("Q4_0"));
    QCOMPARE(outcome.exitCode, 1); // the reference refuses the file
  }

  void aClosedPipeEndsItQuietly() {
    QProcess process;
    process.start("sh", {"-c", "'" + program + "' values '" + hugeFile() + "' x | head -n 1"});
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.readAllStandardOutput(), QByteArray("0\n"));
    QCOMPARE(process.readAllStandardError(), QByteArray());
  }

  void anInterruptLeavesNothingBehind() {
    const TemporaryFolder place;
    QProcess process;
    process.start(program, {"values", hugeFile(), "x", "-o",
                            QString::fromStdString((place / "out").string())});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(isWritingIn(place.path(), process.processId()), 20'000);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    const bool finished = process.waitForFinished(20'000);
    process.kill();
    QVERIFY(finished);
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(std::filesystem::is_empty(place.path()));
  }

 private:
  /// 4 GiB of zeros that take no room on the disk: more than anybody waits for.
  QString hugeFile() {
    const auto path = m_folder / "huge.safetensors";
    constexpr std::uint64_t data = std::uint64_t{4} << 30U;
    const std::string header = R"({"x":{"dtype":"U8","shape":[4294967296],)"
                               R"("data_offsets":[0,4294967296]}})";
    writeFile(path, assay::test::safetensorsBytes(header, ""));
    std::filesystem::resize_file(path, std::filesystem::file_size(path) + data);
    return QString::fromStdString(path.string());
  }

  TemporaryFolder m_folder;
  QString m_path;
};

QTEST_GUILESS_MAIN(CliValuesTest)
#include "cli_values_test.moc"
