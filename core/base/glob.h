#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Shell patterns over tensor names: `*` is any run of characters (dots and slashes too), `?` one
/// character of UTF-8, `[abc]`, `[a-z]` and `[!a]` one byte of a class; a backslash takes the next
/// character as it is. A `[` that is never closed stands for itself. Time is linear in the product
/// of the lengths at worst, whatever the pattern.
[[nodiscard]] bool globMatches(std::string_view pattern, std::string_view text);

/// True where any pattern matches, or where there are no patterns.
[[nodiscard]] bool anyGlobMatches(const std::vector<std::string>& patterns, std::string_view text);

} // namespace assay
