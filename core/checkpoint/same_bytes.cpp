#include "core/checkpoint/same_bytes.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <tuple>
#include <vector>

namespace assay {
namespace {

constexpr std::size_t chunkBytes = std::size_t{1} << 20U;

bool isComparable(const Shard& shard, const TensorInfo& info) {
  return shard.file && info.described &&
         (info.state == TensorState::Present || info.state == TensorState::NotInIndex);
}

} // namespace

Result<Sameness> compareTensors(const Shard& shardA, const TensorInfo& a, const Shard& shardB,
                                const TensorInfo& b, std::uint64_t& budget, const StopToken& stop) {
  if (!isComparable(shardA, a) || !isComparable(shardB, b)) {
    return Sameness{};
  }
  if (a.dtypeText != b.dtypeText ||
      !std::equal(a.shape.begin(), a.shape.end(), b.shape.begin(), b.shape.end()) ||
      a.fileRange.size() != b.fileRange.size()) {
    return Sameness{Sameness::Kind::OtherShape, 0};
  }
  const std::uint64_t size = a.fileRange.size();
  const std::uint64_t end = std::min(size, budget);
  std::vector<std::byte> bytes(2 *
                               static_cast<std::size_t>(std::min<std::uint64_t>(end, chunkBytes)));
  const std::span<std::byte> first(bytes.data(), bytes.size() / 2);
  const std::span<std::byte> second(bytes.data() + first.size(), first.size());
  for (std::uint64_t done = 0; done < end;) {
    if (stop.stopRequested()) {
      return fail({.code = ErrorCode::Stopped});
    }
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(end - done, first.size()));
    for (const auto& [shard, info, into] :
         {std::tuple(&shardA, &a, first), std::tuple(&shardB, &b, second)}) {
      if (auto ok = shard->file->read(info->fileRange.begin + done, into.first(count)); !ok) {
        return fail(ok.error());
      }
    }
    budget -= count;
    const auto differ = std::mismatch(
        first.begin(), first.begin() + static_cast<std::ptrdiff_t>(count), second.begin());
    const auto equal = static_cast<std::size_t>(differ.first - first.begin());
    if (equal != count) {
      return Sameness{Sameness::Kind::Different, done + equal};
    }
    done += count;
  }
  return Sameness{end == size ? Sameness::Kind::Equal : Sameness::Kind::NotCompared, end};
}

} // namespace assay
