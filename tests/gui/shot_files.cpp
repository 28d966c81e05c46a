#include "tests/gui/shot_files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace assay::test {

namespace {

bool put(const QString& path, const QByteArray& bytes) {
  QDir().mkpath(QFileInfo(path).path());
  QFile file(path);
  return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

QByteArray withHeader(const QByteArray& json, const QByteArray& data = {}) {
  QByteArray bytes;
  const auto length = static_cast<quint64>(json.size());
  for (int i = 0; i < 8; ++i) {
    bytes.append(static_cast<char>((length >> (8 * i)) & 0xFFU));
  }
  return bytes + json + data;
}

} // namespace

QList<ShotFile> makeShotFiles(const QString& folder) {
  QFile sample(QStringLiteral(":/sample/sample.safetensors"));
  if (!sample.open(QIODevice::ReadOnly)) {
    return {};
  }
  const QByteArray whole = sample.readAll();
  QList<ShotFile> files;
  const auto add = [&](const char* name, const QByteArray& bytes,
                       const QString& fileName = QStringLiteral("model.safetensors")) {
    const QString path =
        folder + QLatin1Char('/') + QString::fromLatin1(name) + QLatin1Char('/') + fileName;
    if (put(path, bytes)) {
      files.append({QString::fromLatin1(name), path});
    }
  };
  add("sound", whole);
  add("truncated", whole.left(whole.size() * 3 / 5));
  add("extra-bytes", whole + QByteArray(72, '\x2a'));
  add("lfs-pointer", "version https://git-lfs.github.com/spec/v1\n"
                     "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\n"
                     "size 4976698672\n");
  add("html", "<!DOCTYPE html>\n<html class=\"\"><head><title>Sign in</title></head>"
              "<body>Please sign in to continue.</body></html>\n");
  add("json-error",
      "{\"error\":\"Access to this model is restricted. You must be authenticated.\"}");
  add("empty", {});
  add("bad-header", withHeader("{\"model.norm.weight\":{\"dtype\":\"BF16\",\"shape\":[8],,"
                               "\"data_offsets\":[0,16]}}",
                               QByteArray(16, '\0')));
  add("zip", QByteArray("PK\x03\x04", 4) + QByteArray(300, 'x'),
      QStringLiteral("pytorch_model.bin"));
  add("no-tensors", withHeader("{\"__metadata__\":{\"format\":\"pt\"}}  "));
  add("unknown-dtype",
      withHeader("{\"a.weight\":{\"dtype\":\"F12\",\"shape\":[8],\"data_offsets\":[0,12]},"
                 "\"b.weight\":{\"dtype\":\"F12\",\"shape\":[8],\"data_offsets\":[12,24]}}",
                 QByteArray(24, '\0')));
  add("gap",
      withHeader(
          "{\"a.weight\":{\"dtype\":\"F32\",\"shape\":[2048],\"data_offsets\":[0,8192]},"
          "\"b.weight\":{\"dtype\":\"F32\",\"shape\":[2048],\"data_offsets\":[10240,18432]}}",
          QByteArray(18432, '\0')));
  files.append(
      {QStringLiteral("not-found"), folder + QStringLiteral("/not-found/model.safetensors")});
  return files;
}

} // namespace assay::test
