#pragma once

#include <QString>
#include <QStringList>

namespace assay::test {

/// Files in every state that a window can show, made from the sample checkpoint.
struct ShotFile {
  QString name{}; ///< for the picture
  QString path{};
};

/// Writes them below `folder`. Empty where the sample cannot be read.
[[nodiscard]] QList<ShotFile> makeShotFiles(const QString& folder);

} // namespace assay::test
