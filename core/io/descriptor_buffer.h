#pragma once

#include <cstddef>
#include <cstdint>
#include <streambuf>
#include <vector>

namespace assay {

/// A stream buffer over a descriptor, which it does not own. It remembers why the system refused a
/// write, which the standard's file streams do not tell. Used by one thread at a time.
class DescriptorBuffer final : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor);

  /// The errno of the first write that failed, 0 while all is well. Nothing is written after it.
  [[nodiscard]] int error() const { return m_error; }
  /// Bytes that the system has taken.
  [[nodiscard]] std::uint64_t written() const { return m_written; }

 protected:
  int_type overflow(int_type character) override;
  std::streamsize xsputn(const char* bytes, std::streamsize count) override;
  int sync() override;

 private:
  bool writeAll(const char* bytes, std::size_t count);
  bool flushBuffer();

  int m_descriptor;
  int m_error = 0;
  std::uint64_t m_written = 0;
  std::vector<char> m_buffer;
};

} // namespace assay
