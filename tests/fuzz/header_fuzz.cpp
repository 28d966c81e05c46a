// Any bytes as a weights file: nothing may crash, hang or allocate without bound, the two readers
// of headers must agree, and verdict, states and findings must hold together.
#include "tests/support/header_invariants.h"
#include "tests/support/safetensors_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace {

/// One file that is written anew for each input, and removed at the end.
class ScratchFile {
 public:
  ScratchFile()
      : m_descriptor(::open((m_folder / "file").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}
  ~ScratchFile() { ::close(m_descriptor); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  void fill(std::string_view bytes) const {
    if (::ftruncate(m_descriptor, 0) != 0 || ::pwrite(m_descriptor, bytes.data(), bytes.size(),
                                                      0) != static_cast<ssize_t>(bytes.size())) {
      std::abort();
    }
  }
  [[nodiscard]] std::filesystem::path path() const { return m_folder / "file"; }

 private:
  assay::test::TemporaryFolder m_folder;
  int m_descriptor;
};

void require(const std::string& broken) {
  if (!broken.empty()) {
    std::fprintf(stderr, "%s\n", broken.c_str());
    std::abort();
  }
}

} // namespace

/// The first byte says how to take the rest: 0xFF as a whole file, else as a header whose length is
/// put in front and behind which stand that many bytes of data.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ScratchFile file;
  if (size == 0) {
    return 0;
  }
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] == 0xFF) {
    file.fill(rest);
  } else {
    require(assay::test::checkReadersAgree(rest));
    file.fill(assay::test::safetensorsBytes(rest, std::string(data[0], 'd')));
  }
  require(assay::test::checkOpening(file.path()));
  return 0;
}
