#include "core/checkpoint/small_file.h"

#include "core/io/file_bytes.h"

#include <span>

namespace assay {

Result<FileText> readSmallFile(const std::filesystem::path& path, std::uint64_t mostBytes) {
  const auto file = FileBytes::open(path, FileAccess::Read);
  if (!file) {
    return fail(file.error());
  }
  if ((*file)->size() > mostBytes) {
    return fail(
        {.code = ErrorCode::OutOfMemory, .subject = path.string(), .expected = (*file)->size()});
  }
  const auto size = static_cast<std::size_t>((*file)->size());
  std::unique_ptr<char[]> bytes(new char[size]);
  if (auto ok = (*file)->read(0, std::as_writable_bytes(std::span(bytes.get(), size))); !ok) {
    return fail(ok.error());
  }
  return FileText(std::move(bytes), size);
}

} // namespace assay
