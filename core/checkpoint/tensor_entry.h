#pragma once

#include "core/checkpoint/json_scanner.h"
#include "core/tensor/tensor_info.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// One tensor's entry in a header, read as the reference's derived types read it: an object with
/// dtype, shape and data_offsets in any order, or an array of the three.
struct TensorEntry {
  Dtype dtype = Dtype::Unknown;
  std::string dtypeText{};
  std::vector<std::uint64_t> shape{};
  ByteRange dataOffsets{};

  /// The first reason for which the reference refuses the entry, in its words, and the index of the
  /// value it is about.
  std::optional<JsonFault> fault{};
  /// True where only the dtype is not known: the entry can be used all the same.
  bool usable = true;
};

/// Reads the entry whose value is next; the scanner stands behind it afterwards. The text must have
/// been found well-formed before. `entry` is overwritten (its memory is used again).
void readTensorEntry(JsonScanner& scanner, TensorEntry& entry);

} // namespace assay
