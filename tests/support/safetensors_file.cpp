#include "tests/support/safetensors_file.h"

#include "core/base/text_escape.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <stdexcept>

namespace assay::test {

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("no temporary folder");
  }
  m_path = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(m_path, ignored);
}

void writeFile(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

// Some file systems write a file that is emptied and filled again to the disk at once.
void replaceFile(const std::filesystem::path& path, std::string_view bytes) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  writeFile(path, bytes);
}

std::string safetensorsBytes(std::string_view header, std::string_view data) {
  std::string bytes;
  for (unsigned i = 0; i < 8; ++i) {
    bytes += static_cast<char>((header.size() >> (8 * i)) & 0xFFU);
  }
  bytes += header;
  bytes += data;
  return bytes;
}

std::string makeSafetensors(std::span<const TestTensor> tensors) {
  std::string header = "{";
  std::string data;
  for (const TestTensor& tensor : tensors) {
    header +=
        fmt::format(R"({}"{}":{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})",
                    header.size() > 1 ? "," : "", escapedForJson(tensor.name), tensor.dtype,
                    fmt::join(tensor.shape, ","), data.size(), data.size() + tensor.data.size());
    data += tensor.data;
  }
  header += '}';
  header.resize((header.size() + 7) / 8 * 8, ' ');
  return safetensorsBytes(header, data);
}

} // namespace assay::test
