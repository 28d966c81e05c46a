#pragma once

#include "core/tensor/tensor_info.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// All tensors of a checkpoint, compact: names, shapes and unknown dtypes live in shared arenas, a
/// row takes 64 bytes beside its name and dims, so that a million tensors fit in the memory of
/// their header. Immutable after `TensorTableBuilder::build`; then safe from any thread.
class TensorTable {
 public:
  TensorTable() = default;

  [[nodiscard]] std::size_t size() const { return m_rows.size(); }
  [[nodiscard]] bool empty() const { return m_rows.empty(); }

  /// The tensor at `index` < size(); views in it live as long as this table does.
  [[nodiscard]] TensorInfo at(std::size_t index) const;
  [[nodiscard]] TensorInfo operator[](TensorId id) const { return at(id.value); }

  /// The tensor with exactly this name, by a walk over all rows. Of several, the one that readers
  /// of the format take: the last in its header, and of several shards the last.
  [[nodiscard]] std::optional<TensorId> find(std::string_view name) const;

 private:
  friend class TensorTableBuilder;
  struct Row {
    std::uint64_t nameBegin;
    std::uint64_t dimsBegin;
    ByteRange dataOffsets;
    std::uint64_t dataStart; ///< of its shard: dataOffsets + dataStart = fileRange
    std::uint32_t nameLength;
    std::uint32_t rank;
    std::uint32_t shard;
    std::uint16_t dtypeText; ///< index into m_dtypeTexts
    Dtype dtype;
    TensorState state : 4;
    bool sizeMatches : 1;
    bool described : 1;
    bool superseded : 1;
  };
  std::vector<Row> m_rows;
  std::string m_names;
  std::vector<std::uint64_t> m_dims;
  std::vector<std::string> m_dtypeTexts;
};

/// Fills a TensorTable row by row. Rows stand in the order of adding, until `sortByOffset`.
class TensorTableBuilder {
 public:
  /// Makes room for this many tensors at once.
  void reserve(std::size_t tensors, std::size_t nameBytes, std::size_t dims);

  /// Adds one tensor; `info.id` is ignored, `fileRange` must be `dataOffsets` moved by `dataStart`
  /// where that does not overflow. Returns the id it gets. At most 2^32 - 1 tensors.
  TensorId add(const TensorInfo& info, std::uint64_t dataStart);

  /// Adds all rows of another table, as tensors of `shard`.
  void append(const TensorTable& other, ShardId shard);

  /// The rows so far; views are valid until the next change.
  [[nodiscard]] const TensorTable& rows() const { return m_table; }

  /// Puts the rows in file order: by data offsets, ties as they stood. For the rows of one shard.
  /// False where they stood so already.
  bool sortByOffset();

  /// Puts the rows in the order of their shards; within one, as they stood.
  void sortByShard();

  void setDataStart(std::uint64_t dataStart); ///< of all rows
  void setState(std::size_t row, TensorState state) { m_table.m_rows[row].state = state; }
  void setSizeMatches(std::size_t row, bool matches) { m_table.m_rows[row].sizeMatches = matches; }
  void setSuperseded(std::size_t row) { m_table.m_rows[row].superseded = true; }

  /// The finished table; the builder is empty afterwards.
  [[nodiscard]] TensorTable build();

 private:
  std::uint16_t internDtype(Dtype dtype, std::string_view text);
  TensorTable m_table;
  std::array<std::uint16_t, 23> m_knownTexts{}; ///< 1 + index of a known dtype's text, 0 for none
};

} // namespace assay
