#include "ui/views/sample_file.h"

#include "ui/jobs/background.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>
#include <utility>

namespace assay {

namespace {

/// The path of a whole copy; written anew only where there is none.
QString writeSample(const QString& folder) {
  QFile source(QStringLiteral(":/sample/sample.safetensors"));
  QString path = folder + QStringLiteral("/Assay Sample/sample.safetensors");
  if (!source.open(QIODevice::ReadOnly) ||
      !QDir().mkpath(folder + QStringLiteral("/Assay Sample"))) {
    return {};
  }
  const QByteArray bytes = source.readAll();
  QFile there(path);
  if (there.open(QIODevice::ReadOnly) && there.readAll() == bytes) {
    return path;
  }
  QSaveFile copy(path);
  return copy.open(QIODevice::WriteOnly) && copy.write(bytes) == bytes.size() && copy.commit()
             ? path
             : QString();
}

} // namespace

void prepareSampleFile(QObject* receiver, std::function<void(const QString& path)> done) {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
  background::compute(
      receiver, [folder] { return writeSample(folder); },
      [done = std::move(done)](const QString& path) { done(path); });
}

} // namespace assay
