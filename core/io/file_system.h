#pragma once

#include <filesystem>

namespace assay {

/// What each operating system does in its own way; one file a system.

/// Waits until what was written to `descriptor` is on the disk, past the drive's own cache where
/// the system can ask for that. Returns 0 or an errno.
[[nodiscard]] int flushToDisk(int descriptor);

/// Opens a file for writing in `folder` that has no name, so that it is gone whenever this process
/// is, even killed. -1 where system or file system have no such files.
[[nodiscard]] int openNameless(const std::filesystem::path& folder);

/// Gives such a file a name that must be free. Returns 0 or an errno, EEXIST where it is taken.
[[nodiscard]] int giveName(int descriptor, const std::filesystem::path& path);

/// True where the open file lies on a network file system (or one that is served by a user
/// process), whose mapped pages can fail at any time.
[[nodiscard]] bool isOnNetwork(int descriptor);

/// Raises the process's soft limit of open files as far as the hard one allows. True where it is
/// higher than before.
[[nodiscard]] bool raiseDescriptorLimit();

} // namespace assay
