#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/tensor/element_stream.h"

#include <cstdint>
#include <ostream>
#include <string>

namespace assay {

enum class ValuesFormat : std::uint8_t {
  Text, ///< for people: the shortest text of each value (elementText)
  Csv,  ///< exact values (exactText)
  Json, ///< one document, schema assay.values/1
};

/// What a JSON document says of the tensor beside its values.
struct ValuesSource {
  std::string path{};
  std::string tensor{};
  std::string dtype{}; ///< as spelled in the file
  std::string state{}; ///< the state's word
  std::string slice{}; ///< as written; empty for the whole tensor
};

/// Writes the values of `elements` as they come, so that any number of them takes no memory. Text
/// and CSV have one line for each line of the last axis (a tensor of one axis: for each value), in
/// row-major order; with two axes or more a line of Text begins with its indices: "[3, 0] 0.1 0.2".
/// JSON:
///
///     {"schema": "assay.values/1", "path": ..., "tensor": ..., "dtype": ..., "state": "present",
///      "slice": null, "shape": [2, 2], "elements": 4, "present_elements": 4,
///      "assumed_order": false, "as_bytes": false, "values": [[1, 2], [3, 4]]}
///
/// `values` is nested as `shape` (a scalar is a bare value; no elements at all: []) and ends early
/// where the file does. Integers are exact, floats the shortest decimal that is the value as
/// float64; what JSON has no number for is a string: "NaN", "Infinity", "-Infinity". C64 is a pair
/// [real, imaginary], BOOL true or false (other bytes their number). `assumed_order` marks F6.
///
/// Ends without an error where the stream goes bad; the caller knows why. Errors: Stopped, those of
/// ElementStream.
[[nodiscard]] Result<void> writeValues(ElementStream& elements, const ValuesSource& source,
                                       ValuesFormat format, std::ostream& out,
                                       const StopToken& stop, ProgressSink& progress);

} // namespace assay
