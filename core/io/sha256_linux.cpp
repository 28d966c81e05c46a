#include "core/io/sha256.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>

#include <array>

namespace assay {

struct Sha256::State {
  State() : context(EVP_MD_CTX_new()) {
    works = context != nullptr && EVP_DigestInit_ex(context, EVP_sha256(), nullptr) == 1;
  }
  ~State() { EVP_MD_CTX_free(context); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  EVP_MD_CTX* context;
  bool works = false;
};

Sha256::Sha256() : m_state(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::span<const std::byte> bytes) {
  m_state->works =
      m_state->works && EVP_DigestUpdate(m_state->context, bytes.data(), bytes.size()) == 1;
}

std::optional<std::string> Sha256::finish() {
  std::array<unsigned char, 32> digest{};
  if (!m_state->works || EVP_DigestFinal_ex(m_state->context, digest.data(), nullptr) != 1) {
    return std::nullopt;
  }
  m_state->works = false;
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

} // namespace assay
