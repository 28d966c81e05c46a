#include "core/io/sha256.h"

#include <CommonCrypto/CommonDigest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace assay {

struct Sha256::State {
  State() { CC_SHA256_Init(&context); }
  CC_SHA256_CTX context{};
};

Sha256::Sha256() : m_state(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::span<const std::byte> bytes) {
  constexpr std::size_t most = std::size_t{1} << 30U; // lengths are of 32 bits there
  while (!bytes.empty()) {
    const auto piece = bytes.first(std::min(bytes.size(), most));
    CC_SHA256_Update(&m_state->context, piece.data(), static_cast<CC_LONG>(piece.size()));
    bytes = bytes.subspan(piece.size());
  }
}

std::optional<std::string> Sha256::finish() {
  std::array<unsigned char, CC_SHA256_DIGEST_LENGTH> digest{};
  CC_SHA256_Final(digest.data(), &m_state->context);
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

} // namespace assay
