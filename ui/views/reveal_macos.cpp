#include "ui/views/reveal.h"

#include <QCoreApplication>
#include <QProcess>

namespace assay {

void revealInFileManager(const QString& path) {
  QProcess::startDetached(QStringLiteral("/usr/bin/open"), {QStringLiteral("-R"), path});
}

QString revealText() {
  return QCoreApplication::translate("Reveal", "Show in Finder");
}

QString permissionHint() {
  return QCoreApplication::translate(
      "Reveal", "Privacy & Security › Files and Folders may be keeping Assay out.");
}

} // namespace assay
