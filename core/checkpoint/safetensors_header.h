#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/finding_list.h"
#include "core/checkpoint/reference_verdict.h"
#include "core/tensor/tensor_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// The bytes of a header must be followed by this many readable bytes: the fast reader may look at
/// (not use) them.
inline constexpr std::size_t headerPaddingBytes = 64;

/// Where a header begins in its file, after the eight bytes of its length.
inline constexpr std::uint64_t headerStart = 8;

/// What the JSON of one header says, as much of it as is safe, and whether the reference takes it.
struct HeaderReading {
  /// False where it is no JSON object in UTF-8: then there are no tensors, and `refusal` says why.
  bool readable = true;
  /// The tensors in the order of the header, with no data start, all as if present; each entry
  /// that could be read, so a name can occur twice.
  TensorTableBuilder tensors{};
  Metadata metadata{};
  bool entriesLeftOut = false; ///< some entries could not be read and are not among `tensors`
  /// The first reason for which the reference refuses the JSON (InvalidHeader or
  /// InvalidHeaderDeserialization); `position` counts from the start of the file.
  std::optional<ReferenceVerdict> refusal{};
};

/// Reads the header's JSON and adds a finding for each thing that is wrong with an entry or with
/// the metadata; where the header is not readable, the one finding that says so. Takes any bytes.
///
/// Well-formed headers take a fast path; everything unusual is read again by `readHeaderExactly`,
/// and both give the same.
[[nodiscard]] HeaderReading readHeader(std::string_view header, FindingList& findings);

/// The slow, exact reader: the rules of serde_json 1.0 and of the reference's derived types.
[[nodiscard]] HeaderReading readHeaderExactly(std::string_view header, FindingList& findings);

/// The fast reader; nothing where the header holds anything but what writers usually write.
[[nodiscard]] std::optional<HeaderReading> readHeaderFast(std::string_view header);

} // namespace assay
