#include "ui/jobs/path_check.h"

#include "ui/jobs/background.h"

#include <QFileInfo>

namespace assay {

void checkPaths(QObject* receiver, const QStringList& paths,
                const std::function<void(const QString& path, bool exists)>& found) {
  for (const QString& path : paths) {
    background::compute(
        receiver, [path] { return QFileInfo::exists(path); },
        [path, found](bool exists) { found(path, exists); });
  }
}

} // namespace assay
