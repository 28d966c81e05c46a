#pragma once

#include "core/base/progress.h"
#include "core/base/stop_token.h"
#include "core/io/file_bytes.h"
#include "core/stats/tensor_parts.h"
#include "core/tensor/tensor_info.h"

#include <cstdint>
#include <cstring>
#include <span>

namespace assay {

/// Calls `take(bytes, chunk, parts)` with every chunk of a tensor in order, from one thread.
/// `take`'s work on a chunk counts only when the whole call succeeds. Errors: Stopped, FileChanged,
/// ReadFailed, OutOfMemory.
template<typename Take>
[[nodiscard]] Result<void> readTensor(const FileBytes& file, const TensorInfo& info,
                                      const StopToken& stop, ProgressSink& progress, Take take) {
  const TensorParts parts(info);
  auto reader = file.chunks(info.fileRange, parts.chunkBytes());
  if (!reader) {
    return fail(reader.error());
  }
  Progress done{.bytesTotal = info.fileRange.size()};
  for (std::uint64_t chunk = 0;; ++chunk) {
    if (stop.stopRequested()) {
      return fail({.code = ErrorCode::Stopped});
    }
    auto bytes = reader->next();
    if (!bytes) {
      return fail(bytes.error());
    }
    if (bytes->empty()) {
      return {};
    }
    take(*bytes, chunk, parts);
    if (auto ok = reader->verify(); !ok) {
      return ok;
    }
    done.bytesDone += bytes->size();
    progress.report(done);
  }
}

/// The elements of `bytes` as values of T, one after another; bytes need no alignment.
template<typename T, typename Take>
void forEachValue(std::span<const std::byte> bytes, Take take) {
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    take(value);
  }
}

/// Calls `call(T{})` with the type of the values of a dtype of 32 or 64 bits.
template<typename Call>
auto withWideType(Dtype dtype, Call call) {
  switch (dtype) {
  case Dtype::F64:
    return call(double{});
  case Dtype::I32:
    return call(std::int32_t{});
  case Dtype::U32:
    return call(std::uint32_t{});
  case Dtype::I64:
    return call(std::int64_t{});
  case Dtype::U64:
    return call(std::uint64_t{});
  default:
    return call(float{}); // F32, and C64 whose parts are F32
  }
}

} // namespace assay
