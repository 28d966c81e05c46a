#pragma once

#include <QObject>
#include <QString>
#include <functional>

namespace assay {

/// Puts the sample checkpoint that is built into the program into the user's cache folder, on a
/// background thread, and gives its path to `done` on the GUI thread; an empty one where that
/// fails.
void prepareSampleFile(QObject* receiver, std::function<void(const QString& path)> done);

} // namespace assay
