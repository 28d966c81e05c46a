#pragma once

#include "core/tensor/dtype.h"
#include "ui/models/display_text.h"
#include "ui/models/recent_model.h"

#include <QByteArray>
#include <vector>

/// What the program remembers. All of it is small and kept in one file of the user's; GUI thread.
namespace assay::settings {

/// Brings the settings that other rooms keep for themselves, such as the units of sizes, into
/// force.
void apply();

[[nodiscard]] display::SizeUnits sizeUnits();
void setSizeUnits(display::SizeUnits units);

/// The dtype to which loss is shown at first.
[[nodiscard]] Dtype defaultTarget();
void setDefaultTarget(Dtype target);

[[nodiscard]] QByteArray windowGeometry();
void setWindowGeometry(const QByteArray& geometry);

/// The page that was used last, by its number.
[[nodiscard]] int lastPage();
void setLastPage(int page);

[[nodiscard]] std::vector<RecentEntry> recentEntries();
void setRecentEntries(const std::vector<RecentEntry>& entries);

} // namespace assay::settings
