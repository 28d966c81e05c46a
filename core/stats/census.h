#pragma once

#include "core/tensor/dtype.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay {

/// What the codes of a dtype of at most 16 bits stand for.
struct CodeBook {
  Dtype dtype = Dtype::Unknown;
  std::vector<double> values;         ///< by code; integers and BOOL too
  std::vector<std::uint16_t> ordered; ///< codes by value, those that are not finite last
  std::size_t finiteCodes = 0;        ///< so many of `ordered` are finite
};

/// Whether a dtype is counted by its codes: known and of at most 16 bits.
[[nodiscard]] bool hasCensus(Dtype dtype);

/// The book of a dtype that has a census; made at the first call, safe from any thread.
[[nodiscard]] const CodeBook& codeBook(Dtype dtype);

struct CodeCount {
  std::uint16_t code = 0;
  std::uint64_t count = 0;
};

/// The codes that occur in a tensor, in the order of their values, those not finite last.
struct SparseCensus {
  Dtype dtype = Dtype::Unknown;
  std::vector<CodeCount> codes{};
};

/// Counts of every code, and for each code the first chunk that it occurs in. A monoid: empty
/// after `reset`, `merge` in any order. Used by one thread; takes about 1.3 MiB.
class Census {
 public:
  static constexpr std::uint32_t noChunk = UINT32_MAX;

  /// Empties it, for a dtype that has a census. Costs as much as there was in it.
  void reset(Dtype dtype);

  /// Counts `values` elements that start at the first bit of `bytes`: chunk number `chunk` of the
  /// tensor. Chunks of one census come in rising order.
  void add(std::span<const std::byte> bytes, std::uint64_t values, std::uint32_t chunk);
  void merge(const Census& other);

  [[nodiscard]] Dtype dtype() const { return m_dtype; }
  [[nodiscard]] SparseCensus sparse() const;
  [[nodiscard]] std::uint32_t firstChunk(std::uint16_t code) const { return m_firstChunk[code]; }

 private:
  void countWords(std::span<const std::byte> bytes);
  void countBytes(std::span<const std::byte> bytes);
  void countParts(std::span<const std::byte> bytes, std::uint64_t values);
  void settle(std::uint32_t chunk);
  [[nodiscard]] std::size_t codeCount() const { return codeBook(m_dtype).values.size(); }

  Dtype m_dtype = Dtype::Unknown;
  std::vector<std::uint32_t> m_fresh; ///< of one chunk: two tables, one beside the other
  std::vector<std::uint64_t> m_counts;
  std::vector<std::uint32_t> m_firstChunk;
};

} // namespace assay
