#include "core/stats/place_search.h"

#include "core/tensor/element.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace assay {
namespace {

std::uint32_t firstChunkOf(const Census& census, const PlaceQuery& query) {
  std::uint32_t chunk = Census::noChunk;
  for (const std::uint16_t code : query.codes) {
    chunk = std::min(chunk, census.firstChunk(code));
  }
  return chunk;
}

/// One bit a query for each code; at most 16 queries.
using Masks = std::vector<std::uint16_t>;

std::uint16_t codeAt(Dtype dtype, std::span<const std::byte> bytes, std::uint64_t index) {
  if (dtypeFacts(dtype).bits == 16) {
    std::uint16_t code = 0;
    std::memcpy(&code, bytes.data() + 2 * index, sizeof code);
    return code;
  }
  return static_cast<std::uint16_t>(elementCode(dtype, bytes, index));
}

void searchChunk(Dtype dtype, std::span<const std::byte> bytes, std::uint64_t count,
                 std::uint64_t first, const std::vector<const PlaceQuery*>& queries) {
  Masks masks(codeBook(dtype).values.size(), 0);
  unsigned pending = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    pending |= 1U << i;
    for (const std::uint16_t code : queries[i]->codes) {
      masks[code] = static_cast<std::uint16_t>(masks[code] | 1U << i);
    }
  }
  for (std::uint64_t index = 0; index < count && pending != 0; ++index) {
    const unsigned hits = masks[codeAt(dtype, bytes, index)] & pending;
    if (hits == 0) {
      continue;
    }
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if ((hits >> i & 1U) != 0) {
        *queries[i]->place = first + index;
      }
    }
    pending &= ~hits;
  }
}

} // namespace

Result<void> findPlaces(const FileBytes& file, const TensorParts& parts, const Census& census,
                        const std::vector<PlaceQuery>& queries) {
  std::map<std::uint32_t, std::vector<const PlaceQuery*>> byChunk;
  for (const PlaceQuery& query : queries) {
    byChunk[firstChunkOf(census, query)].push_back(&query);
  }
  for (const auto& [chunk, here] : byChunk) {
    auto reader = file.chunks(parts.chunkRange(chunk), parts.chunkBytes());
    if (!reader) {
      return fail(reader.error());
    }
    auto bytes = reader->next();
    if (!bytes) {
      return fail(bytes.error());
    }
    searchChunk(census.dtype(), *bytes, parts.valuesOfChunk(chunk), parts.firstValue(chunk), here);
    if (auto ok = reader->verify(); !ok) {
      return ok;
    }
  }
  return {};
}

} // namespace assay
