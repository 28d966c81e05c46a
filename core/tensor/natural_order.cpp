#include "core/tensor/natural_order.h"

#include <algorithm>
#include <cstddef>

namespace assay {
namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// The run of digits at the start of `text`, without leading zeros.
std::string_view takeNumber(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && isDigit(text[length])) {
    ++length;
  }
  std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

/// A dot comes first.
int rank(char c) {
  return c == '.' ? 0 : static_cast<int>(static_cast<unsigned char>(c)) + 1;
}

} // namespace

std::strong_ordering naturalOrder(std::string_view a, std::string_view b) {
  const std::string_view wholeA = a;
  const std::string_view wholeB = b;
  while (!a.empty() && !b.empty()) {
    if (isDigit(a.front()) && isDigit(b.front())) {
      const std::string_view numberA = takeNumber(a);
      const std::string_view numberB = takeNumber(b);
      if (numberA.size() != numberB.size()) {
        return numberA.size() <=> numberB.size();
      }
      if (const int order = numberA.compare(numberB); order != 0) {
        return order <=> 0;
      }
      continue;
    }
    if (a.front() != b.front()) {
      return rank(a.front()) <=> rank(b.front());
    }
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  if (a.empty() != b.empty()) {
    return a.empty() ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return wholeA.compare(wholeB) <=> 0;
}

} // namespace assay
