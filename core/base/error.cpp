#include "core/base/error.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Sentence {
  ErrorCode code;
  std::string_view name;
  std::string_view text;
  std::string_view advice;
};

// In the order of the enumeration; the unit test walks all of them.
constexpr Sentence sentences[] = {
    {ErrorCode::NotFound, "not_found", "nothing is there", "check the path"},
    {ErrorCode::NoPermission, "no_permission", "the system does not let it be read",
     "check its permissions"},
    {ErrorCode::NotARegularFile, "not_a_regular_file", "this is not a regular file",
     "name a weights file, a shard index or a folder"},
    {ErrorCode::IsAFolder, "is_a_folder", "this is a folder", "name a file in it"},
    {ErrorCode::OpenFailed, "open_failed", "it could not be opened", ""},
    {ErrorCode::ReadFailed, "read_failed", "reading stopped", "check the disk and try again"},
    {ErrorCode::FileChanged, "file_changed", "the file changed while it was read",
     "open it again when nothing writes to it"},
    {ErrorCode::OutsideFile, "outside_file", "the bytes asked for are not all in the file", ""},
    {ErrorCode::OutOfMemory, "out_of_memory", "there is not enough memory", "close other programs"},
    {ErrorCode::Stopped, "stopped", "stopped as asked", ""},
    {ErrorCode::NotACheckpoint, "not_a_checkpoint", "this is not a checkpoint that can be read",
     ""},
    {ErrorCode::NoSuchTensor, "no_such_tensor", "no tensor has this name",
     "inspect lists the names"},
    {ErrorCode::NoSuchSet, "no_such_set", "no single set was named", "name one with --set-name"},
    {ErrorCode::TensorNotPresent, "tensor_not_present", "the tensor's bytes are not all there",
     "inspect tells what is missing"},
    {ErrorCode::UnknownDtype, "unknown_dtype", "values of this dtype cannot be decoded", ""},
    {ErrorCode::NotText, "not_text", "the tensor's bytes are not text", "leave out --as-text"},
    {ErrorCode::BadSlice, "bad_slice", "this slice cannot be read",
     "write start:stop for each axis, with commas between"},
    {ErrorCode::BadOption, "bad_option", "this option's value is not one that exists", ""},
    {ErrorCode::OutputExists, "output_exists", "the output exists already", "--force replaces it"},
    {ErrorCode::OutputIsInput, "output_is_input", "the output is one of the inputs",
     "name another file"},
    {ErrorCode::WriteFailed, "write_failed", "the output could not be written", ""},
    {ErrorCode::NoSpace, "no_space", "there is too little room for the output", "free some space"},
    {ErrorCode::NoDevice, "no_device", "this device is not available on this computer", ""},
};

const Sentence& sentenceFor(ErrorCode code) {
  for (const Sentence& sentence : sentences) {
    if (sentence.code == code) {
      return sentence;
    }
  }
  return sentences[0];
}

} // namespace

std::string_view errorName(ErrorCode code) {
  return sentenceFor(code).name;
}

std::string errorText(const Error& error) {
  const Sentence& sentence = sentenceFor(error.code);
  std::string text(sentence.text);
  if (error.position) {
    text += fmt::format(" at byte {}", *error.position);
  }
  if (error.expected && error.actual) {
    text += fmt::format(": {} needed, {} there", *error.expected, *error.actual);
  } else if (error.expected) {
    text += fmt::format(": {} needed", *error.expected);
  } else if (error.actual) {
    text += fmt::format(": {} there", *error.actual);
  }
  if (!error.detail.empty()) {
    text += ": " + error.detail;
  }
  if (!sentence.advice.empty()) {
    text += fmt::format(" ({})", sentence.advice);
  }
  return text;
}

} // namespace assay
