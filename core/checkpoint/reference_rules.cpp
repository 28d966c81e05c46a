#include "core/checkpoint/reference_rules.h"

#include "core/base/checked.h"
#include "core/checkpoint/safetensors_header.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

/// The reference's checks of one tensor, in its order; nothing where it passes.
std::optional<ReferenceVerdict> judgeTensor(const TensorInfo& info, std::uint64_t previousEnd) {
  const auto refuse = [&](ReferenceError error, std::string detail) {
    return ReferenceVerdict{error, std::move(detail), info.fileRange.begin};
  };
  const ByteRange& range = info.dataOffsets;
  if (range.begin != previousEnd || range.end < range.begin) {
    return refuse(ReferenceError::InvalidOffset,
                  fmt::format("invalid offset for tensor `{}` (data_offsets [{}, {}] where {} was "
                              "due to begin)",
                              info.name, range.begin, range.end, previousEnd));
  }
  const auto elements = info.elements();
  const auto bits = elements ? checkedMul(*elements, dtypeFacts(info.dtype).bits) : std::nullopt;
  if (!bits) {
    return refuse(ReferenceError::ValidationOverflow,
                  fmt::format("overflow computing buffer size from shape and/or element type "
                              "(tensor `{}`)",
                              info.name));
  }
  if (*bits % 8 != 0) {
    return refuse(ReferenceError::MisalignedSlice,
                  fmt::format("The slice is slicing for subbytes dtypes, and the slice does not "
                              "end up at a byte boundary, this is invalid. (tensor `{}`, {} bits)",
                              info.name, *bits));
  }
  if (range.end - range.begin != *bits / 8) {
    return refuse(ReferenceError::TensorInvalidInfo,
                  fmt::format("invalid shape, data type, or offset for tensor (`{}`: {} bytes by "
                              "its offsets, {} by its shape)",
                              info.name, range.end - range.begin, *bits / 8));
  }
  return std::nullopt;
}

} // namespace

std::optional<ReferenceVerdict> judgeHeaderLength(std::optional<std::uint64_t> headerLength,
                                                  std::uint64_t fileBytes) {
  if (!headerLength) {
    return ReferenceVerdict{
        ReferenceError::HeaderTooSmall,
        fmt::format("header too small ({} bytes, at least {} needed)", fileBytes, headerStart), 0};
  }
  if (*headerLength > referenceHeaderLimit) {
    return ReferenceVerdict{ReferenceError::HeaderTooLarge,
                            fmt::format("header too large ({} bytes, at most {} allowed)",
                                        *headerLength, referenceHeaderLimit),
                            0};
  }
  if (*headerLength > fileBytes - headerStart) {
    return ReferenceVerdict{ReferenceError::InvalidHeaderLength,
                            fmt::format("invalid header length ({} bytes, {} are left in the file)",
                                        *headerLength, fileBytes - headerStart),
                            0};
  }
  return std::nullopt;
}

ReferenceVerdict judgeTensors(const TensorTable& table, std::uint64_t dataStart,
                              std::uint64_t fileBytes) {
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const TensorInfo info = table.at(i);
    if (info.superseded) {
      continue;
    }
    if (auto refusal = judgeTensor(info, end)) {
      return *std::move(refusal);
    }
    end = info.dataOffsets.end;
  }
  if (checkedAdd(dataStart, end) != fileBytes) {
    return {ReferenceError::MetadataIncompleteBuffer,
            fmt::format("incomplete metadata, file not fully covered (the header describes {} "
                        "bytes of data, the file has {})",
                        end, fileBytes - dataStart),
            std::min(checkedAdd(dataStart, end).value_or(fileBytes), fileBytes)};
  }
  return {};
}

} // namespace assay
