#include "core/stats/census.h"

#include "core/tensor/element.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>

namespace assay {
namespace {

constexpr std::size_t dtypeCount = 22;

CodeBook makeBook(Dtype dtype) {
  CodeBook book;
  book.dtype = dtype;
  const std::size_t codes = std::size_t{1} << dtypeFacts(dtype).bits;
  book.values.resize(codes);
  book.ordered.resize(codes);
  for (std::size_t code = 0; code < codes; ++code) {
    book.values[code] = asDouble(decodeElement(dtype, code));
    // A BOOL byte counts as the number that it is.
    if (dtype == Dtype::Bool) {
      book.values[code] = static_cast<double>(code);
    }
    book.ordered[code] = static_cast<std::uint16_t>(code);
  }
  const auto& values = book.values;
  const auto finiteEnd =
      std::stable_partition(book.ordered.begin(), book.ordered.end(),
                            [&](std::uint16_t code) { return std::isfinite(values[code]); });
  std::stable_sort(book.ordered.begin(), finiteEnd,
                   [&](std::uint16_t a, std::uint16_t b) { return values[a] < values[b]; });
  book.finiteCodes = static_cast<std::size_t>(finiteEnd - book.ordered.begin());
  return book;
}

std::uint64_t wordAt(const std::byte* from) {
  std::uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

} // namespace

bool hasCensus(Dtype dtype) {
  const unsigned bits = dtypeFacts(dtype).bits;
  return bits != 0 && bits <= 16;
}

const CodeBook& codeBook(Dtype dtype) {
  static std::array<std::once_flag, dtypeCount> once;
  static std::array<CodeBook, dtypeCount> books;
  const auto index = static_cast<std::size_t>(dtype);
  std::call_once(once[index], [&] { books[index] = makeBook(dtype); });
  return books[index];
}

void Census::reset(Dtype dtype) {
  m_dtype = dtype;
  const std::size_t codes = codeCount();
  m_fresh.assign(2 * codes, 0);
  m_counts.assign(codes, 0);
  m_firstChunk.assign(codes, noChunk);
}

void Census::add(std::span<const std::byte> bytes, std::uint64_t values, std::uint32_t chunk) {
  // A fresh counter must hold everything that is counted before it is settled.
  constexpr std::uint64_t most = std::uint64_t{1} << 30U;
  const unsigned bits = dtypeFacts(m_dtype).bits;
  while (values > most) {
    add(bytes.first(static_cast<std::size_t>(most / 8 * bits)), most, chunk);
    bytes = bytes.subspan(static_cast<std::size_t>(most / 8 * bits));
    values -= most;
  }
  if (bits == 16) {
    countWords(bytes.first(static_cast<std::size_t>(values * 2)));
  } else if (bits == 8) {
    countBytes(bytes.first(static_cast<std::size_t>(values)));
  } else {
    countParts(bytes, values);
  }
  settle(chunk);
}

/// Neighbours go to different tables, so that equal ones do not wait for each other; four equal
/// ones are counted at once.
void Census::countWords(std::span<const std::byte> bytes) {
  std::uint32_t* const table = m_fresh.data();
  const std::size_t whole = bytes.size() / 8 * 8;
  for (std::size_t at = 0; at < whole; at += 8) {
    const std::uint64_t word = wordAt(bytes.data() + at);
    if (word == std::rotl(word, 16)) {
      table[2 * (word & 0xFFFFU)] += 4;
      continue;
    }
    ++table[2 * (word & 0xFFFFU)];
    ++table[2 * (word >> 16U & 0xFFFFU) + 1];
    ++table[2 * (word >> 32U & 0xFFFFU)];
    ++table[2 * (word >> 48U) + 1];
  }
  for (std::size_t at = whole; at + 2 <= bytes.size(); at += 2) {
    std::uint16_t code = 0;
    std::memcpy(&code, bytes.data() + at, sizeof code);
    ++table[2 * std::size_t{code}];
  }
}

void Census::countBytes(std::span<const std::byte> bytes) {
  // Few codes are often equal to one of the neighbours: four tables of their own.
  std::array<std::array<std::uint32_t, 256>, 4> tables{};
  const std::size_t whole = bytes.size() / 8 * 8;
  for (std::size_t at = 0; at < whole; at += 8) {
    const std::uint64_t word = wordAt(bytes.data() + at);
    if (word == std::rotl(word, 8)) {
      tables[0][word & 0xFFU] += 8;
      continue;
    }
    for (unsigned part = 0; part < 8; ++part) {
      ++tables[part % 4][word >> (8 * part) & 0xFFU];
    }
  }
  for (std::size_t at = whole; at < bytes.size(); ++at) {
    ++tables[0][std::to_integer<std::size_t>(bytes[at])];
  }
  for (std::size_t code = 0; code < 256; ++code) {
    m_fresh[2 * code] += tables[0][code] + tables[1][code] + tables[2][code] + tables[3][code];
  }
}

void Census::countParts(std::span<const std::byte> bytes, std::uint64_t values) {
  for (std::uint64_t index = 0; index < values; ++index) {
    ++m_fresh[2 * elementCode(m_dtype, bytes, index)];
  }
}

void Census::settle(std::uint32_t chunk) {
  const std::size_t codes = m_counts.size();
  for (std::size_t code = 0; code < codes; ++code) {
    const std::uint64_t fresh = std::uint64_t{m_fresh[2 * code]} + m_fresh[2 * code + 1];
    const bool first = fresh != 0 && m_firstChunk[code] == noChunk;
    m_firstChunk[code] = first ? chunk : m_firstChunk[code];
    m_counts[code] += fresh;
  }
  std::fill(m_fresh.begin(), m_fresh.end(), 0);
}

void Census::merge(const Census& other) {
  for (std::size_t code = 0; code < m_counts.size(); ++code) {
    m_counts[code] += other.m_counts[code];
    m_firstChunk[code] = std::min(m_firstChunk[code], other.m_firstChunk[code]);
  }
}

SparseCensus Census::sparse() const {
  SparseCensus sparse{m_dtype, {}};
  for (const std::uint16_t code : codeBook(m_dtype).ordered) {
    if (m_counts[code] != 0) {
      sparse.codes.push_back({code, m_counts[code]});
    }
  }
  return sparse;
}

} // namespace assay
