// The sample checkpoint is what its script makes, stays small, and shows every class of a BF16 ->
// F16 conversion.

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray committedSample() {
  return contents(QStringLiteral(ASSAY_SOURCE_DIR "/resources/sample.safetensors"));
}

quint64 headerLength(const QByteArray& file) {
  return qFromLittleEndian<quint64>(file.constData());
}

QJsonObject header(const QByteArray& file) {
  return QJsonDocument::fromJson(file.mid(8, qsizetype(headerLength(file)))).object();
}

float bfloat16Value(std::uint16_t code) {
  const std::uint32_t bits = std::uint32_t(code) << 16;
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

struct Classes {
  int zero = 0, flushed = 0, subnormalExact = 0, subnormalRounded = 0, normal = 0, overflow = 0;
  int notFinite = 0;
};

/// Counts by the definition: F16 keeps multiples of 2^-24 below 2^-14, ties at 2^-25 go to zero,
/// and what reaches 65,520 rounds to infinity. A normal F16 holds any BF16 fraction exactly.
void count(float value, Classes& classes) {
  const double magnitude = std::fabs(double(value));
  if (!std::isfinite(value))
    ++classes.notFinite;
  else if (magnitude == 0)
    ++classes.zero;
  else if (magnitude >= 65520)
    ++classes.overflow;
  else if (magnitude <= std::ldexp(1.0, -25))
    ++classes.flushed;
  else if (magnitude >= std::ldexp(1.0, -14))
    ++classes.normal;
  else if (const double steps = std::ldexp(magnitude, 24); steps == std::floor(steps))
    ++classes.subnormalExact;
  else
    ++classes.subnormalRounded;
}

} // namespace

class SampleTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void isWhatTheScriptMakes();
  void isASmallTwoLayerModel();
  void tensorsLieEndToEnd();
  void meetsEveryClassOfAConversionToF16();
};

void SampleTest::isWhatTheScriptMakes() {
#ifdef ASSAY_PYTHON
  QTemporaryDir folder;
  const QString made = folder.filePath(QStringLiteral("made.safetensors"));
  QProcess script;
  script.start(QStringLiteral(ASSAY_PYTHON),
               {QStringLiteral(ASSAY_SOURCE_DIR "/resources/make_sample.py"), made});
  QVERIFY2(script.waitForFinished(120000), qPrintable(script.errorString()));
  QVERIFY2(script.exitCode() == 0, script.readAllStandardError().constData());
  QVERIFY(!contents(made).isEmpty());
  QVERIFY2(contents(made) == committedSample(),
           "resources/sample.safetensors is not what resources/make_sample.py makes");
#else
  QSKIP("no python3 on this machine");
#endif
}

void SampleTest::isASmallTwoLayerModel() {
  const QByteArray file = committedSample();
  QVERIFY(file.size() > 8 && file.size() < 1'000'000);
  const QJsonObject entries = header(file);
  QCOMPARE(entries[QStringLiteral("__metadata__")][QStringLiteral("format")].toString(),
           QStringLiteral("pt"));
  for (const char* name : {"model.embed_tokens.weight", "model.layers.0.self_attn.q_proj.weight",
                           "model.layers.1.mlp.down_proj.weight", "model.norm.weight"})
    QVERIFY2(entries.contains(QLatin1String(name)), name);
  QVERIFY(!entries.contains(QStringLiteral("model.layers.2.mlp.down_proj.weight")));
}

void SampleTest::tensorsLieEndToEnd() {
  const QByteArray file = committedSample();
  QMap<qint64, qint64> ranges;
  for (const QJsonValue entry : header(file)) {
    if (!entry[QStringLiteral("dtype")].isString())
      continue;
    QCOMPARE(entry[QStringLiteral("dtype")].toString(), QStringLiteral("BF16"));
    const QJsonValue offsets = entry[QStringLiteral("data_offsets")];
    ranges[offsets[0].toInteger()] = offsets[1].toInteger();
  }
  QCOMPARE(ranges.size(), 20);
  qint64 end = 0;
  for (auto range = ranges.cbegin(); range != ranges.cend(); ++range) {
    QCOMPARE(range.key(), end);
    end = range.value();
  }
  QCOMPARE(qint64(file.size()), 8 + qint64(headerLength(file)) + end);
}

void SampleTest::meetsEveryClassOfAConversionToF16() {
  const QByteArray file = committedSample();
  Classes classes;
  for (qsizetype at = 8 + qsizetype(headerLength(file)); at + 1 < file.size(); at += 2)
    count(bfloat16Value(qFromLittleEndian<quint16>(file.constData() + at)), classes);
  QCOMPARE(classes.notFinite, 0);
  QCOMPARE(classes.overflow, 3);
  QVERIFY(classes.zero >= 100);
  QVERIFY(classes.flushed >= 100);
  QVERIFY(classes.subnormalExact >= 100);
  QVERIFY(classes.subnormalRounded >= 100);
  QVERIFY(classes.normal >= 300'000);
}

QTEST_GUILESS_MAIN(SampleTest)
#include "sample_test.moc"
