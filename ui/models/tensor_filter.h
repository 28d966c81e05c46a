#pragma once

#include "core/tensor/tensor_info.h"

#include <QString>
#include <string>
#include <vector>

namespace assay {

/// What the search field asks for: words between blanks, all of which must match a tensor. A word
/// matches a part of the name (without regard to the case of ASCII letters), a dtype, one dim of
/// the shape, or several as "576x1536" (x, × or *). Immutable; safe from any thread.
class TensorFilter {
 public:
  TensorFilter() = default;
  explicit TensorFilter(const QString& text);

  /// Whether it lets everything through.
  [[nodiscard]] bool isEmpty() const { return m_words.empty(); }
  [[nodiscard]] bool matches(const TensorInfo& info) const;

  friend bool operator==(const TensorFilter&, const TensorFilter&) = default;

 private:
  struct Word {
    std::string lower{};               ///< ASCII letters in lower case
    std::vector<std::uint64_t> dims{}; ///< empty where the word is no shape
    friend bool operator==(const Word&, const Word&) = default;
  };
  static std::vector<std::uint64_t> dimsOf(const QString& word);
  static bool matchesWord(const Word& word, const TensorInfo& info);
  std::vector<Word> m_words;
};

} // namespace assay
