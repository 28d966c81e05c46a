#include "ui/jobs/byte_reading.h"

#include "ui/jobs/background.h"

#include <algorithm>
#include <utility>

namespace assay {

namespace {

ByteExcerpt excerptAround(const Checkpoint& checkpoint, std::uint64_t position, std::size_t count) {
  if (checkpoint.shards().empty() || !checkpoint.shards().front().file) {
    return {};
  }
  const FileBytes& file = *checkpoint.shards().front().file;
  const std::uint64_t half = count / 2;
  ByteExcerpt excerpt;
  excerpt.start = position > half ? (position - half) / 16 * 16 : 0;
  if (excerpt.start >= file.size()) {
    excerpt.start = file.size() > count ? (file.size() - count) / 16 * 16 : 0;
  }
  const std::uint64_t room = file.size() - excerpt.start;
  excerpt.bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(count, room)));
  if (!file.read(excerpt.start, excerpt.bytes)) {
    excerpt.bytes.clear();
  }
  return excerpt;
}

} // namespace

void readBytesAround(QObject* receiver, const std::shared_ptr<const Checkpoint>& checkpoint,
                     std::uint64_t position, std::size_t count,
                     std::function<void(const ByteExcerpt&)> done) {
  background::compute(
      receiver,
      [checkpoint, position, count] { return excerptAround(*checkpoint, position, count); },
      [done = std::move(done)](const ByteExcerpt& excerpt) { done(excerpt); });
}

} // namespace assay
