#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/set_findings.h"

#include <filesystem>
#include <vector>

namespace assay {

/// Things worth knowing of a checkpoint whose shards have been read. All are pure but where they
/// say that they look at a folder.

/// total_size_differs: the index's total beside the sums over tensors and files.
void noteTotalSize(const CheckpointParts& parts, SetFindings& findings);

/// tied: alias notes in the metadata, and tie_word_embeddings of the config.
void noteTiedTensors(const CheckpointParts& parts, SetFindings& findings);

/// dtype_differs_from_config.
void noteConfigDtype(const CheckpointParts& parts, SetFindings& findings);

/// stray_file: weights files in the folder of the index that it does not name. Looks at the folder.
void noteStrayFiles(const CheckpointParts& parts, const std::filesystem::path& folder,
                    SetFindings& findings);

/// unfinished_download. Looks at the folder and at the cache that it belongs to.
void noteUnfinishedFiles(const std::filesystem::path& folder, SetFindings& findings);

/// part_of_a_set for one file that was opened alone: gives what would open the whole set. Looks at
/// the folder.
[[nodiscard]] std::optional<std::filesystem::path> notePartOfASet(const std::filesystem::path& file,
                                                                  SetFindings& findings);

} // namespace assay
