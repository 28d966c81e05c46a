#include "ui/views/open_error_text.h"

#include "ui/models/display_text.h"
#include "ui/views/reveal.h"

#include <QCoreApplication>

namespace assay {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("OpenError", text);
}

} // namespace

OpenErrorText openErrorText(const Error& error, const QString& path) {
  const QString detail = display::oneLine(error.detail);
  switch (error.code) {
  case ErrorCode::NotFound:
    return {tr("The file is not there"), display::oneLine(path.toStdString()), false};
  case ErrorCode::NoPermission: {
    const QString hint = permissionHint();
    return {tr("Assay may not read this file"),
            tr("Check its permissions.") + (hint.isEmpty() ? QString() : QLatin1Char(' ') + hint),
            true};
  }
  case ErrorCode::ReadFailed:
    return {error.position ? tr("Reading stopped at byte %1").arg(display::count(*error.position))
                           : tr("Reading stopped"),
            detail, true};
  case ErrorCode::FileChanged:
    return {tr("The file changed on disk"), tr("It changed while it was being opened."), true};
  case ErrorCode::IsAFolder:
    return {tr("No checkpoint was found in this folder"),
            tr("It holds neither a shard index nor a weights file."), true};
  case ErrorCode::NotARegularFile:
    return {tr("This is not a file"), tr("Open a weights file, a shard index, or a folder."), true};
  case ErrorCode::OutOfMemory:
    return {tr("There is not enough memory"), tr("Close other programs and try again."), true};
  default:
    return {tr("The file cannot be opened"), display::oneLine(errorText(error)), true};
  }
}

} // namespace assay
