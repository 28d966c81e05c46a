#pragma once

#include "core/base/error.h"

#include <tl/expected.hpp>

#include <utility>

namespace assay {

/// What a core function returns when it can fail.
template<typename T>
using Result = tl::expected<T, Error>;

/// Shorthand for a failed Result: `return fail({.code = ErrorCode::NotFound, .subject = path});`
[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

} // namespace assay
