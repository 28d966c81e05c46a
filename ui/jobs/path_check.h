#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

namespace assay {

/// Finds out which of `paths` do not exist, each on a background thread of its own, so that a dead
/// network drive holds up only its own answers. `found(path, exists)` is called on the GUI thread.
void checkPaths(QObject* receiver, const QStringList& paths,
                const std::function<void(const QString& path, bool exists)>& found);

} // namespace assay
