#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// The reference library whose rules the second reading of a header follows.
inline constexpr std::string_view referenceVersion = "0.8.0";

/// The reference reader's errors, in the order in which it checks.
enum class ReferenceError : std::uint8_t {
  None,
  HeaderTooSmall,
  HeaderTooLarge,
  InvalidHeaderLength,
  InvalidHeader,
  InvalidHeaderDeserialization,
  InvalidOffset,
  ValidationOverflow,
  MisalignedSlice,
  TensorInvalidInfo,
  MetadataIncompleteBuffer,
};

/// The library's own spelling, such as "InvalidOffset"; empty for None.
[[nodiscard]] std::string_view referenceErrorName(ReferenceError error);

/// What the reference reader would say of one file.
struct ReferenceVerdict {
  ReferenceError error = ReferenceError::None;
  std::string detail{};                    ///< why, with the numbers; empty where it accepts
  std::optional<std::uint64_t> position{}; ///< byte position in the file, where there is one

  [[nodiscard]] bool accepts() const { return error == ReferenceError::None; }
};

} // namespace assay
