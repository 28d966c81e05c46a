#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

namespace assay {

/// The content of a file in memory that was not cleared first.
class FileText {
 public:
  FileText(std::unique_ptr<char[]> bytes, std::size_t size)
      : m_bytes(std::move(bytes)), m_size(size) {}
  [[nodiscard]] std::string_view view() const { return {m_bytes.get(), m_size}; }

 private:
  std::unique_ptr<char[]> m_bytes;
  std::size_t m_size;
};

/// The whole content of a file of at most `mostBytes`. Errors: those of opening and reading, and
/// OutOfMemory for a larger file (`expected` its size).
[[nodiscard]] Result<FileText> readSmallFile(const std::filesystem::path& path,
                                             std::uint64_t mostBytes);

} // namespace assay
