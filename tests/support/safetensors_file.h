#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::test {

/// A folder of its own for one test, removed with everything in it at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
  [[nodiscard]] std::filesystem::path operator/(std::string_view name) const {
    return m_path / name;
  }

 private:
  std::filesystem::path m_path;
};

void writeFile(const std::filesystem::path& path, std::string_view bytes);

/// The same as a new file where there was one: for tests that write the same path thousands of
/// times.
void replaceFile(const std::filesystem::path& path, std::string_view bytes);

/// The bytes of a safetensors file: the length of `header`, `header` as it is, then `data`.
[[nodiscard]] std::string safetensorsBytes(std::string_view header, std::string_view data);

/// A tensor for `makeSafetensors`.
struct TestTensor {
  std::string name;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::string data;
};

/// A well-formed file of these tensors in this order, header padded to a multiple of 8.
[[nodiscard]] std::string makeSafetensors(std::span<const TestTensor> tensors);

} // namespace assay::test
