#pragma once

#include "core/checkpoint/checkpoint.h"

#include <QObject>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace assay {

/// A few bytes of a file, and where the first of them lies.
struct ByteExcerpt {
  std::vector<std::byte> bytes{};
  std::uint64_t start = 0;
};

/// Reads up to `count` bytes around `position` of a checkpoint's first shard on a background thread
/// and gives them to `done` on the GUI thread; none where they cannot be read. `start` is a
/// multiple of 16, so that lines of sixteen stay where they are.
void readBytesAround(QObject* receiver, const std::shared_ptr<const Checkpoint>& checkpoint,
                     std::uint64_t position, std::size_t count,
                     std::function<void(const ByteExcerpt&)> done);

} // namespace assay
