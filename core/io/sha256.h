#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace assay {

/// SHA-256 of bytes that come in pieces, by the system's library. One thread at a time.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void add(std::span<const std::byte> bytes);

  /// 64 lower-case hex digits; nothing where the library would not work. Ends the use of this
  /// object.
  [[nodiscard]] std::optional<std::string> finish();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace assay
