#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

enum class Severity : std::uint8_t { Error, Warning, Info };

/// "error", "warning", "info".
[[nodiscard]] std::string_view severityName(Severity severity);

/// Every kind of thing that is said about a checkpoint. Names in JSON are these in snake_case.
enum class FindingCode : std::uint8_t {
  // The file
  EmptyFile,
  NotACheckpoint,
  GitLfsPointer,
  HtmlPage,
  JsonErrorPage,
  ZipArchive,
  Pickle,
  Gguf,
  Numpy,
  Hdf5,
  Gzip,
  StartsWithZeros,
  Truncated,
  TrailingBytes,
  HeaderOverReferenceLimit,
  HeaderPadding,
  UnalignedData,
  // The header
  InvalidJson,
  InvalidUtf8,
  UnknownDtype,
  BadEntry,
  DuplicateName,
  Gap,
  Overlap,
  SharedRange,
  SizeMismatch,
  Overflow,
  PartialBytes,
  MetadataNotString,
  OutOfOrder,
  LargeMetadata,
  NoTensors,
  // The set
  MissingShard,
  UnreadableShard,
  AbsentFromShard,
  InTwoShards,
  HashMismatch,
  DanglingLink,
  OutsideFolder,
  WrongExtension,
  NotInIndex,
  WrongShard,
  DuplicateIndexKey,
  DtypeDiffersFromConfig,
  StrayFile,
  TotalSizeDiffers,
  Tied,
  PartOfASet,
  UnfinishedDownload,
  // The values
  Nan,
  Inf,
  AllZero,
  Constant,
  OverflowOnConversion,
  LooksByteSwapped,
  FileChanged,
  // Loaders
  LoaderRefuses,
};

[[nodiscard]] std::string_view findingName(FindingCode code);

/// One thing that is worth saying about a checkpoint. `title` and `message` are whole English
/// sentences or phrases made where the finding is made, with the numbers and what to do; names in
/// them are raw, and escaped by whoever prints them.
struct Finding {
  Severity severity = Severity::Info;
  FindingCode code = FindingCode::NotACheckpoint;
  std::string file{};                      ///< file name of the shard
  std::optional<std::string> tensor{};     ///< name of the tensor it is about
  std::optional<std::uint64_t> position{}; ///< byte position in the file
  std::string title{};                     ///< short, such as "Download is incomplete"
  std::string message{};
};

/// Errors first, then warnings, then notes; otherwise as they came.
void sortWorstFirst(std::vector<Finding>& findings);

} // namespace assay
