#pragma once

#include "core/tensor/slice.h"
#include "core/tensor/tensor_values.h"

#include <cstdint>
#include <memory>

namespace assay {

/// The elements of a slice one block after another, in row-major order, each block of at most
/// 65,536: for writers of any number of values. Used by one thread.
class ElementStream {
 public:
  ElementStream(std::shared_ptr<const FileBytes> file, ValuesLayout layout, Slice slice,
                NibbleOrder order);
  ElementStream(const ElementStream&) = delete;
  ElementStream& operator=(const ElementStream&) = delete;

  /// The next block; an empty one after the last, and from the first element on that is not in the
  /// file. Errors: FileChanged, ReadFailed, OutOfMemory.
  [[nodiscard]] Result<ElementBlock> next();

  /// Elements given so far.
  [[nodiscard]] std::uint64_t given() const { return m_given; }
  [[nodiscard]] const Slice& slice() const { return m_slice; }
  [[nodiscard]] const ValuesLayout& layout() const { return m_layout; }

 private:
  std::shared_ptr<const FileBytes> m_file;
  ValuesLayout m_layout;
  Slice m_slice;
  NibbleOrder m_order;
  SliceRuns m_runs;
  ElementRun m_rest; ///< of the current run
  std::uint64_t m_given = 0;
};

/// Of the elements of `slice` those that come before the first that is not in the file.
[[nodiscard]] std::uint64_t availableElements(const Slice& slice, const ValuesLayout& layout);

} // namespace assay
