// What is built into the app is what lies in the source tree, and can be found under its names.

#include <QFile>
#include <QTest>

namespace {

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class ResourcesTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void areBuiltIn_data();
  void areBuiltIn();
};

void ResourcesTest::areBuiltIn_data() {
  QTest::addColumn<QString>("resource");
  QTest::addColumn<QString>("source");
  QTest::newRow("sample") << QStringLiteral(":/sample/sample.safetensors")
                          << QStringLiteral(ASSAY_SOURCE_DIR "/resources/sample.safetensors");
  QTest::newRow("icon") << QStringLiteral(":/icon/assay.svg")
                        << QStringLiteral(ASSAY_SOURCE_DIR "/resources/icon/assay.svg");
}

void ResourcesTest::areBuiltIn() {
  QFETCH(QString, resource);
  QFETCH(QString, source);
  QVERIFY2(QFile::exists(resource), qPrintable(resource));
  QVERIFY(!contents(source).isEmpty());
  QVERIFY(contents(resource) == contents(source));
}

QTEST_GUILESS_MAIN(ResourcesTest)
#include "resources_test.moc"
