#include "core/checkpoint/small_file.h"

#include "core/io/file_bytes.h"

#include <span>

namespace assay {

Result<std::string> readSmallFile(const std::filesystem::path& path, std::uint64_t mostBytes) {
  const auto file = FileBytes::open(path, FileAccess::Read);
  if (!file) {
    return fail(file.error());
  }
  if ((*file)->size() > mostBytes) {
    return fail(
        {.code = ErrorCode::OutOfMemory, .subject = path.string(), .expected = (*file)->size()});
  }
  std::string text((*file)->size(), '\0');
  if (auto ok = (*file)->read(0, std::as_writable_bytes(std::span(text))); !ok) {
    return fail(ok.error());
  }
  return text;
}

} // namespace assay
