#include "core/checkpoint/reference_verdict.h"

namespace assay {

std::string_view referenceErrorName(ReferenceError error) {
  switch (error) {
  case ReferenceError::None:
    return "";
  case ReferenceError::HeaderTooSmall:
    return "HeaderTooSmall";
  case ReferenceError::HeaderTooLarge:
    return "HeaderTooLarge";
  case ReferenceError::InvalidHeaderLength:
    return "InvalidHeaderLength";
  case ReferenceError::InvalidHeader:
    return "InvalidHeader";
  case ReferenceError::InvalidHeaderDeserialization:
    return "InvalidHeaderDeserialization";
  case ReferenceError::InvalidOffset:
    return "InvalidOffset";
  case ReferenceError::ValidationOverflow:
    return "ValidationOverflow";
  case ReferenceError::MisalignedSlice:
    return "MisalignedSlice";
  case ReferenceError::TensorInvalidInfo:
    return "TensorInvalidInfo";
  case ReferenceError::MetadataIncompleteBuffer:
    return "MetadataIncompleteBuffer";
  }
  return "";
}

} // namespace assay
