#pragma once

#include "core/base/byte_range.h"
#include "core/io/fault_guard.h"

#include <cstddef>
#include <optional>
#include <span>

namespace assay {

/// A part of a file that is mapped for reading under the fault guard, for one pass from its begin
/// to its end. Move-only.
class MappedWindow {
 public:
  /// Maps the pages that hold `range` of the file. Nothing where the system cannot, or the guard
  /// has no slot left: read the bytes then.
  [[nodiscard]] static std::optional<MappedWindow> map(int descriptor, ByteRange range);

  MappedWindow(MappedWindow&& other) noexcept;
  MappedWindow& operator=(MappedWindow&& other) noexcept;
  ~MappedWindow();

  /// The range that was asked for.
  [[nodiscard]] ByteRange range() const { return m_range; }

  /// The bytes of `part`, which lies within `range()`.
  [[nodiscard]] std::span<const std::byte> bytes(ByteRange part) const;

  /// Whether some of the bytes touched so far were not the file's but zeros.
  [[nodiscard]] bool faulted() const { return m_guard->faulted(); }

 private:
  MappedWindow(std::byte* address, std::size_t length, std::size_t offset, ByteRange range,
               FaultGuard guard);
  void unmap();

  std::byte* m_address; ///< null after a move
  std::size_t m_length;
  std::size_t m_offset; ///< of range().begin from m_address: the file's pages do not start there
  ByteRange m_range;
  std::optional<FaultGuard> m_guard;
};

} // namespace assay
