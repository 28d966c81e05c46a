#include "ui/views/reveal.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

namespace assay {

void revealInFileManager(const QString& path) {
  QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).path()));
}

QString revealText() {
  return QCoreApplication::translate("Reveal", "Show in Folder");
}

QString permissionHint() {
  return {};
}

} // namespace assay
