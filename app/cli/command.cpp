#include "app/cli/command.h"

#include "core/base/text_escape.h"

#include <cstdio>

namespace assay::cli {
namespace {

int exitCodeFor(ErrorCode code) {
  switch (code) {
  case ErrorCode::NoSuchTensor:
  case ErrorCode::NoSuchSet:
  case ErrorCode::BadSlice:
  case ErrorCode::BadOption:
  case ErrorCode::NotText:
  case ErrorCode::UnknownDtype:
  case ErrorCode::NoDevice:
  case ErrorCode::OutputExists:
  case ErrorCode::OutputIsInput:
    return WrongUsage;
  case ErrorCode::WriteFailed:
  case ErrorCode::NoSpace:
    return UnwritableOutput;
  case ErrorCode::Stopped:
    return Interrupted;
  default:
    return UnreadableInput;
  }
}

} // namespace

void printError(std::string_view subject, std::string_view text) {
  std::string line = "assay-cli: ";
  if (!subject.empty()) {
    line += escapedForLine(subject) + ": ";
  }
  line += escapedForLine(text);
  std::fprintf(stderr, "%s\n", line.c_str());
}

int reportError(const Error& error) {
  printError(error.subject, errorText(error));
  return exitCodeFor(error.code);
}

} // namespace assay::cli
