#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace assay {

/// What is taken of one axis, as written.
struct SliceItem {
  bool pick = false;                   ///< one item; the axis is dropped
  std::optional<std::int64_t> start{}; ///< from the end where negative; the item of a pick
  std::optional<std::int64_t> stop{};
};

/// Reads "0:4,:8" or "-1": items for the leading axes, blanks allowed. An empty text takes
/// everything. Error: BadSlice with the offending text (steps are not read).
[[nodiscard]] Result<std::vector<SliceItem>> parseSlice(std::string_view text);

/// A slice laid on a shape whose product fits 64 bits.
class Slice {
 public:
  /// Python's rules: negatives count from the end, bounds are clamped, an empty part is no error, a
  /// picked item that is not there is. Axes without an item are taken whole. Error: BadSlice.
  [[nodiscard]] static Result<Slice> of(std::span<const SliceItem> items,
                                        std::span<const std::uint64_t> shape);

  /// The shape of what is taken: without the picked axes.
  [[nodiscard]] const std::vector<std::uint64_t>& shape() const { return m_shape; }
  [[nodiscard]] std::uint64_t elements() const { return m_elements; }
  /// Whether it takes every element.
  [[nodiscard]] bool isWhole() const { return m_whole; }

 private:
  friend class SliceRuns;
  struct Axis {
    std::uint64_t begin;
    std::uint64_t extent;
    std::uint64_t stride; ///< in elements
  };
  std::vector<Axis> m_axes; ///< axes that are outside the runs; the last one's extent is a run
  std::vector<std::uint64_t> m_shape;
  std::uint64_t m_elements = 0;
  std::uint64_t m_runLength = 0;
  bool m_whole = false;
};

/// Consecutive elements [first, first + count) of the tensor.
struct ElementRun {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

/// Walks through a slice in row-major order, run by run, as long as possible each: first positions
/// grow. Holds one counter an axis, whatever the size. Keeps a reference to the slice.
class SliceRuns {
 public:
  explicit SliceRuns(const Slice& slice);
  /// Nothing after the last.
  [[nodiscard]] std::optional<ElementRun> next();

 private:
  const Slice* m_slice;
  std::vector<std::uint64_t> m_counters;
  bool m_done;
};

} // namespace assay
