#include "core/convert/element_converter.h"

#include "core/tensor/element.h"

#include <bit>
#include <cstring>

namespace assay {
namespace {

template<typename T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Through the table: loads and stores of fixed width, so that the compiler can unroll.
template<typename Source, typename Target>
void convertByTable(const std::vector<std::uint32_t>& table, std::span<const std::byte> in,
                    std::span<std::byte> out) {
  const std::size_t count = in.size() / sizeof(Source);
  const std::uint32_t* codes = table.data();
  for (std::size_t i = 0; i < count; ++i) {
    const auto code = static_cast<Target>(codes[load<Source>(in.data() + i * sizeof(Source))]);
    std::memcpy(out.data() + i * sizeof(Target), &code, sizeof code);
  }
}

template<typename Source>
void convertByTable(const std::vector<std::uint32_t>& table, std::size_t targetBytes,
                    std::span<const std::byte> in, std::span<std::byte> out) {
  switch (targetBytes) {
  case 1:
    return convertByTable<Source, std::uint8_t>(table, in, out);
  case 2:
    return convertByTable<Source, std::uint16_t>(table, in, out);
  default:
    return convertByTable<Source, std::uint32_t>(table, in, out);
  }
}

/// F32 to BF16 without a branch for finite values: add half of what is cut off, less one where the
/// kept part is even.
std::uint16_t brainFloatOf(std::uint32_t bits) {
  const std::uint32_t rounded = bits + 0x7FFFU + ((bits >> 16U) & 1U);
  return static_cast<std::uint16_t>(rounded >> 16U);
}

bool isFiniteF32(std::uint32_t bits) {
  return (bits & 0x7F800000U) != 0x7F800000U;
}

} // namespace

ElementConverter::ElementConverter(Dtype from, Dtype to, OnOverflow overflow)
    : m_to(to), m_overflow(overflow), m_sourceBytes(dtypeFacts(from).bits / 8),
      m_targetBytes(dtypeFacts(to).bits / 8) {
  if (m_sourceBytes > 2) {
    return;
  }
  m_table.resize(std::size_t{1} << dtypeFacts(from).bits);
  for (std::size_t code = 0; code < m_table.size(); ++code) {
    m_table[code] = static_cast<std::uint32_t>(encodeFloat(to, decodeFloat(from, code), overflow));
  }
}

void ElementConverter::convert(std::span<const std::byte> in, std::span<std::byte> out) const {
  if (m_sourceBytes == 1) {
    return convertByTable<std::uint8_t>(m_table, m_targetBytes, in, out);
  }
  if (m_sourceBytes == 2) {
    return convertByTable<std::uint16_t>(m_table, m_targetBytes, in, out);
  }
  const std::size_t count = in.size() / m_sourceBytes;
  for (std::size_t i = 0; i < count; ++i) {
    const std::byte* source = in.data() + i * m_sourceBytes;
    std::uint32_t code = 0;
    if (m_sourceBytes == 4) {
      const auto bits = load<std::uint32_t>(source);
      if (m_to == Dtype::BF16 && m_overflow == OnOverflow::Special && isFiniteF32(bits)) {
        code = brainFloatOf(bits);
      } else {
        code = static_cast<std::uint32_t>(
            encodeFloat(m_to, static_cast<double>(std::bit_cast<float>(bits)), m_overflow));
      }
    } else {
      code = static_cast<std::uint32_t>(encodeFloat(m_to, load<double>(source), m_overflow));
    }
    std::memcpy(out.data() + i * m_targetBytes, &code, m_targetBytes);
  }
}

} // namespace assay
