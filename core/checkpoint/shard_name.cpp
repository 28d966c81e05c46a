#include "core/checkpoint/shard_name.h"

#include <algorithm>
#include <cctype>

namespace assay {
namespace {

constexpr std::string_view weightsExtension = ".safetensors";

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool endsWithIgnoringCase(std::string_view text, std::string_view end) {
  if (text.size() < end.size()) {
    return false;
  }
  const std::string_view tail = text.substr(text.size() - end.size());
  return std::equal(tail.begin(), tail.end(), end.begin(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == b;
  });
}

bool leavesFolder(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.find('\\') != std::string_view::npos ||
      name.find('\0') != std::string_view::npos || name.find("://") != std::string_view::npos) {
    return true;
  }
  if (name.size() >= 2 && isLetter(name[0]) && name[1] == ':') {
    return true;
  }
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    if (name.substr(begin, end - begin) == "..") {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

/// The digits at `position` as a number, moving behind them; nothing unless there are 1 to 6.
std::optional<std::uint32_t> takeNumber(std::string_view text, std::size_t& position) {
  std::uint32_t value = 0;
  const std::size_t begin = position;
  while (position < text.size() && isDigit(text[position])) {
    if (position - begin == 6) {
      return std::nullopt;
    }
    value = value * 10 + static_cast<std::uint32_t>(text[position++] - '0');
  }
  return position == begin ? std::nullopt : std::optional(value);
}

std::size_t runOfDigits(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && isDigit(text[end])) {
    ++end;
  }
  return end;
}

/// Compares two runs of digits as numbers of any length: -1, 0 or 1.
int compareNumbers(std::string_view a, std::string_view b) {
  a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
  b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
  if (a.size() != b.size()) {
    return a.size() < b.size() ? -1 : 1;
  }
  const int order = a.compare(b);
  return order == 0 ? 0 : (order < 0 ? -1 : 1);
}

} // namespace

bool hasWeightsExtension(std::string_view fileName) {
  return fileName.size() > weightsExtension.size() &&
         endsWithIgnoringCase(fileName, weightsExtension);
}

bool isIndexName(std::string_view fileName) {
  return endsWithIgnoringCase(fileName, ".json") &&
         fileName.find(".index.") != std::string_view::npos;
}

ShardNameRule judgeShardName(std::string_view name) {
  if (leavesFolder(name)) {
    return ShardNameRule::OutsideFolder;
  }
  return hasWeightsExtension(name) ? ShardNameRule::Allowed : ShardNameRule::WrongExtension;
}

std::optional<ShardNumber> parseShardNumber(std::string_view fileName) {
  if (!hasWeightsExtension(fileName)) {
    return std::nullopt;
  }
  const std::string_view stem = fileName.substr(0, fileName.size() - weightsExtension.size());
  const std::size_t of = stem.rfind("-of-");
  if (of == std::string_view::npos) {
    return std::nullopt;
  }
  std::size_t begin = of;
  while (begin > 0 && isDigit(stem[begin - 1])) {
    --begin;
  }
  if (begin == 0 || (stem[begin - 1] != '-' && stem[begin - 1] != '_')) {
    return std::nullopt;
  }
  std::size_t position = begin;
  const auto number = takeNumber(stem, position);
  position = of + 4;
  const auto count = takeNumber(stem, position);
  const std::string_view variant = stem.substr(position);
  constexpr std::uint32_t mostShards = 100'000;
  if (!number || !count || *count == 0 || *count > mostShards || *number > *count ||
      (!variant.empty() && variant.front() != '.')) {
    return std::nullopt;
  }
  return ShardNumber{std::string(stem.substr(0, begin - 1)) + std::string(variant), *number,
                     *count};
}

std::string withShardNumber(std::string_view fileName, std::uint32_t number) {
  const std::size_t of = fileName.rfind("-of-");
  std::size_t begin = of;
  while (begin > 0 && isDigit(fileName[begin - 1])) {
    --begin;
  }
  std::string digits = std::to_string(number);
  digits.insert(0, of - begin - std::min(of - begin, digits.size()), '0');
  return std::string(fileName.substr(0, begin)) + digits + std::string(fileName.substr(of));
}

bool naturalLess(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < a.size() && k < b.size()) {
    if (isDigit(a[i]) && isDigit(b[k])) {
      const std::size_t endA = runOfDigits(a, i);
      const std::size_t endB = runOfDigits(b, k);
      const int order = compareNumbers(a.substr(i, endA - i), b.substr(k, endB - k));
      if (order != 0) {
        return order < 0;
      }
      i = endA;
      k = endB;
    } else if (a[i] != b[k]) {
      return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[k]);
    } else {
      ++i;
      ++k;
    }
  }
  if (i < a.size() || k < b.size()) {
    return i == a.size();
  }
  return a < b; // equal but for leading zeros
}

} // namespace assay
