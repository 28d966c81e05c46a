#include "core/stats/exact_quantiles.h"

#include "core/stats/coarse_bins.h"
#include "core/stats/quantile_rank.h"
#include "core/stats/tensor_reader.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace assay {
namespace {

constexpr std::size_t digitCount = 65536;

/// Finds values of given ranks by their digits of 16 bits, from the highest: each pass counts the
/// next digit of the values that begin as one of the wanted ones does.
template<typename T>
class RankSearch {
  using Bits = BitsOf<T>;
  static constexpr unsigned digits = sizeof(T) / 2;

 public:
  static constexpr unsigned passes = digits;

  void beginPass() { m_counts.assign(m_prefixes.size() * digitCount, 0); }

  void take(std::span<const std::byte> bytes) {
    const unsigned shift = 16 * (digits - 1 - m_pass);
    forEachValue<T>(bytes, [&](T value) {
      if constexpr (std::is_floating_point_v<T>) {
        if (!std::isfinite(value)) {
          return;
        }
      }
      const Bits bits = orderedBits(value);
      const auto digit = static_cast<std::size_t>(bits >> shift & 0xFFFFU);
      if (m_pass == 0) {
        ++m_counts[digit];
        return;
      }
      const Bits prefix = bits >> shift >> 16U;
      for (std::size_t i = 0; i < m_prefixes.size(); ++i) {
        if (m_prefixes[i] == prefix) {
          ++m_counts[i * digitCount + digit];
          return;
        }
      }
    });
  }

  /// False where there is no finite value.
  bool endPass() {
    if (m_pass == 0) {
      std::uint64_t total = 0;
      for (const std::uint64_t count : m_counts) {
        total += count;
      }
      if (total == 0) {
        return false;
      }
      for (std::size_t i = 0; i < m_ranks.size(); ++i) {
        m_ranks[i] = quantileRank(quantileThousandths[i], total);
      }
    }
    for (std::size_t i = 0; i < m_ranks.size(); ++i) {
      const auto slot = std::find(m_prefixes.begin(), m_prefixes.end(), m_found[i]);
      std::size_t at = static_cast<std::size_t>(slot - m_prefixes.begin()) * digitCount;
      const std::size_t begin = at;
      while (m_ranks[i] > m_counts[at]) {
        m_ranks[i] -= m_counts[at++];
      }
      m_found[i] = m_found[i] << 16U | static_cast<std::uint64_t>(at - begin);
    }
    m_prefixes.assign(m_found.begin(), m_found.end());
    m_prefixes.erase(std::unique(m_prefixes.begin(), m_prefixes.end()), m_prefixes.end());
    ++m_pass;
    return true;
  }

  [[nodiscard]] Quantiles values() const {
    Quantiles quantiles{};
    for (std::size_t i = 0; i < quantiles.size(); ++i) {
      const T value = fromOrderedBits<T>(static_cast<Bits>(m_found[i]));
      if constexpr (std::is_floating_point_v<T>) {
        quantiles[i] = static_cast<double>(value);
      } else if constexpr (std::is_signed_v<T>) {
        quantiles[i] = static_cast<std::int64_t>(value);
      } else {
        quantiles[i] = static_cast<std::uint64_t>(value);
      }
    }
    return quantiles;
  }

 private:
  unsigned m_pass = 0;
  std::vector<std::uint64_t> m_prefixes{0}; ///< that differ, of the wanted values
  std::vector<std::uint64_t> m_counts;      ///< of the next digit, by prefix
  std::array<std::uint64_t, quantileThousandths.size()> m_found{}; ///< digits so far
  std::array<std::uint64_t, quantileThousandths.size()> m_ranks{}; ///< among those that begin so
};

template<typename T>
Result<Quantiles> search(const FileBytes& file, const TensorInfo& info, const StopToken& stop,
                         ProgressSink& progress) {
  RankSearch<T> search;
  for (unsigned pass = 0; pass < RankSearch<T>::passes; ++pass) {
    search.beginPass();
    auto read = readTensor(file, info, stop, progress,
                           [&](auto bytes, auto, auto&) { search.take(bytes); });
    if (!read) {
      return fail(read.error());
    }
    if (!search.endPass()) {
      return fail({.code = ErrorCode::BadOption, .detail = "no finite values"});
    }
  }
  return search.values();
}

} // namespace

Result<Quantiles> exactQuantiles(const FileBytes& file, const TensorInfo& info,
                                 const StopToken& stop, ProgressSink& progress) {
  return withWideType(
      info.dtype, [&](auto type) { return search<decltype(type)>(file, info, stop, progress); });
}

} // namespace assay
