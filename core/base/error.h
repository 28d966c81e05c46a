#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// Why a core function could not do what it was asked. One sentence belongs to each code
/// (`errorText`); the core itself never prints, throws across its API, or aborts.
enum class ErrorCode : std::uint8_t {
  NotFound,         ///< nothing exists at the path
  NoPermission,     ///< the system refused to open it
  NotARegularFile,  ///< a socket, a device, a pipe ...
  IsAFolder,        ///< a folder where a file is needed
  OpenFailed,       ///< any other reason for which the system would not open it
  ReadFailed,       ///< the system reported an error while reading; `position` tells where
  FileChanged,      ///< the file was cut short, grew or was replaced while it was read
  OutsideFile,      ///< a range that does not lie within the file was asked for
  OutOfMemory,      ///< memory for the work could not be had; `expected` bytes were needed
  Stopped,          ///< the caller asked to stop
  NotACheckpoint,   ///< the content cannot be read as a checkpoint
  NoSuchTensor,     ///< no tensor has this name or id
  NoSuchSet,        ///< the folder holds no set with this name, or several and none was named
  TensorNotPresent, ///< the tensor's bytes are not all there
  UnknownDtype,     ///< values of this dtype cannot be decoded
  NotText,          ///< the tensor's bytes are not text
  BadSlice,         ///< a slice that cannot be read, or that has more axes than the tensor
  BadOption,        ///< an option's value is not one of those that exist
  OutputExists,     ///< the output exists and replacing it was not asked for
  OutputIsInput,    ///< the output is one of the inputs
  WriteFailed,      ///< the output could not be written; nothing half-written is left
  NoSpace,          ///< too little room for the output: `expected` bytes needed, `actual` free
  NoDevice,         ///< this device is not available on this computer
};

/// A failure as data. Text is made from it at the edge, by `errorText`.
struct Error {
  ErrorCode code = ErrorCode::ReadFailed;
  std::string subject{};                   ///< the file or the tensor that it is about
  std::optional<std::uint64_t> position{}; ///< byte position in the file, where there is one
  std::optional<std::uint64_t> expected{}; ///< what was needed, in the unit of the code
  std::optional<std::uint64_t> actual{};   ///< what was found
  std::string detail{};                    ///< the system's reason, or the offending text
};

/// The code's identifier, such as "no_permission": for tests and for reports.
[[nodiscard]] std::string_view errorName(ErrorCode code);

/// One sentence for a person: what is wrong, the numbers, and in brackets what to do.
/// It does not repeat `error.subject`; whoever prints it puts that in front.
[[nodiscard]] std::string errorText(const Error& error);

} // namespace assay
