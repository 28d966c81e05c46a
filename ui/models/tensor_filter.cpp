#include "ui/models/tensor_filter.h"

#include <QStringList>
#include <algorithm>

namespace assay {
namespace {

char lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool containsIgnoringCase(std::string_view text, std::string_view lower) {
  const auto found = std::search(text.begin(), text.end(), lower.begin(), lower.end(),
                                 [](char a, char b) { return lowered(a) == b; });
  return found != text.end() || lower.empty();
}

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
  return text.size() == lower.size() && containsIgnoringCase(text, lower);
}

} // namespace

TensorFilter::TensorFilter(const QString& text) {
  for (const QString& part : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    Word word;
    word.lower = part.toStdString();
    std::transform(word.lower.begin(), word.lower.end(), word.lower.begin(), lowered);
    word.dims = dimsOf(part);
    // "576 × 1536", as the table shows it: the sign alone says nothing.
    if (part != QStringLiteral("×")) {
      m_words.push_back(std::move(word));
    }
  }
}

std::vector<std::uint64_t> TensorFilter::dimsOf(const QString& word) {
  QString plain = word;
  plain.remove(QLatin1Char(',')).replace(QChar(0xD7), QLatin1Char('x'));
  plain.replace(QLatin1Char('*'), QLatin1Char('x'));
  std::vector<std::uint64_t> dims;
  for (const QString& part :
       plain.split(QLatin1Char('x'), Qt::KeepEmptyParts, Qt::CaseInsensitive)) {
    bool isNumber = false;
    dims.push_back(part.toULongLong(&isNumber));
    if (!isNumber) {
      return {};
    }
  }
  return dims;
}

bool TensorFilter::matchesWord(const Word& word, const TensorInfo& info) {
  if (!word.dims.empty() && std::search(info.shape.begin(), info.shape.end(), word.dims.begin(),
                                        word.dims.end()) != info.shape.end()) {
    return true;
  }
  return containsIgnoringCase(info.name, word.lower) ||
         equalsIgnoringCase(info.dtypeText, word.lower);
}

bool TensorFilter::matches(const TensorInfo& info) const {
  return std::all_of(m_words.begin(), m_words.end(),
                     [&](const Word& word) { return matchesWord(word, info); });
}

} // namespace assay
