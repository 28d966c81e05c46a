#include "core/base/glob.h"

#include <algorithm>
#include <optional>

namespace assay {
namespace {

/// Length of the UTF-8 character that starts `text`; 1 for bytes that start none.
std::size_t characterLength(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return std::min(length, text.size());
}

struct ClassMatch {
  bool matches;
  std::size_t patternLength; ///< of the whole class with its brackets
};

/// Reads the class that starts `pattern` (with its bracket); nothing where it is not closed.
std::optional<ClassMatch> matchClass(std::string_view pattern, char c) {
  std::size_t i = 1;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  i += negated ? 1 : 0;
  bool found = false;
  const std::size_t first = i;
  while (i < pattern.size() && (pattern[i] != ']' || i == first)) {
    const auto low = static_cast<unsigned char>(pattern[i]);
    unsigned char high = low;
    if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
      high = static_cast<unsigned char>(pattern[i + 2]);
      i += 2;
    }
    const auto byte = static_cast<unsigned char>(c);
    found = found || (low <= byte && byte <= high);
    ++i;
  }
  if (i >= pattern.size()) {
    return std::nullopt;
  }
  return ClassMatch{found != negated, i + 1};
}

struct Step {
  std::size_t pattern; ///< how much of each is used; 0 of the pattern: no match
  std::size_t text;
};

/// Matches one element of the pattern, which is not a star, at the start of both.
Step matchOne(std::string_view pattern, std::string_view text) {
  constexpr Step none{0, 0};
  if (pattern[0] == '?') {
    return {1, characterLength(text)};
  }
  if (pattern[0] == '[') {
    if (const auto match = matchClass(pattern, text[0])) {
      return match->matches ? Step{match->patternLength, 1} : none;
    }
  }
  if (pattern[0] == '\\' && pattern.size() > 1) {
    return pattern[1] == text[0] ? Step{2, 1} : none;
  }
  return pattern[0] == text[0] ? Step{1, 1} : none;
}

} // namespace

bool globMatches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  // Where to go on after a mismatch: behind the last star, one character further. Only the last
  // star can matter, so nothing is ever tried twice for an earlier one.
  std::optional<std::size_t> afterStar;
  std::size_t starText = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      afterStar = ++p;
      starText = t;
      continue;
    }
    const Step step = p < pattern.size() ? matchOne(pattern.substr(p), text.substr(t)) : Step{0, 0};
    if (step.pattern > 0) {
      p += step.pattern;
      t += step.text;
    } else if (afterStar) {
      p = *afterStar;
      t = ++starText;
    } else {
      return false;
    }
  }
  return pattern.substr(p).find_first_not_of('*') == std::string_view::npos;
}

bool anyGlobMatches(const std::vector<std::string>& patterns, std::string_view text) {
  return patterns.empty() ||
         std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return globMatches(pattern, text); });
}

} // namespace assay
