#pragma once

#include "core/base/result.h"
#include "core/base/stop_token.h"
#include "core/io/file_bytes.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace assay {

/// A header's bytes in memory, with room behind them that a fast reader may look at.
class HeaderText {
 public:
  /// Reads `length` bytes from byte 8 of `file`, which must have them. Memory grows with what is
  /// read, and reading ends early (`text` is then shorter) at the first piece with a zero byte,
  /// which no JSON holds: a length that promises gigabytes of a hole in the file costs a few MiB.
  /// Errors: those of FileBytes::read, OutOfMemory, Stopped.
  [[nodiscard]] static Result<HeaderText> read(const FileBytes& file, std::uint64_t length,
                                               const StopToken& stop);

  [[nodiscard]] std::string_view text() const { return {m_bytes.get(), m_size}; }

 private:
  struct Free {
    void operator()(char* bytes) const;
  };
  HeaderText() = default;
  [[nodiscard]] bool reserve(std::size_t size);

  std::unique_ptr<char, Free> m_bytes;
  std::size_t m_size = 0;
  std::size_t m_capacity = 0;
};

} // namespace assay
