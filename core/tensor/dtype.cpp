#include "core/tensor/dtype.h"

#include "core/base/checked.h"

#include <array>

namespace assay {
namespace {

using enum DtypeKind;

constexpr std::array<DtypeFacts, 23> table{{
    {Dtype::Bool, "BOOL", 8, Boolean, {}},
    {Dtype::F4, "F4", 4, Float, {2, 1, 1, FloatSpecials::None}},
    {Dtype::F6_E2M3, "F6_E2M3", 6, Float, {2, 3, 1, FloatSpecials::None}},
    {Dtype::F6_E3M2, "F6_E3M2", 6, Float, {3, 2, 3, FloatSpecials::None}},
    {Dtype::U8, "U8", 8, UnsignedInteger, {}},
    {Dtype::I8, "I8", 8, SignedInteger, {}},
    {Dtype::F8_E5M2, "F8_E5M2", 8, Float, {5, 2, 15, FloatSpecials::Ieee}},
    {Dtype::F8_E4M3, "F8_E4M3", 8, Float, {4, 3, 7, FloatSpecials::Fn}},
    {Dtype::F8_E8M0, "F8_E8M0", 8, Scale, {8, 0, 127, FloatSpecials::None}},
    {Dtype::F8_E4M3FNUZ, "F8_E4M3FNUZ", 8, Float, {4, 3, 8, FloatSpecials::Fnuz}},
    {Dtype::F8_E5M2FNUZ, "F8_E5M2FNUZ", 8, Float, {5, 2, 16, FloatSpecials::Fnuz}},
    {Dtype::I16, "I16", 16, SignedInteger, {}},
    {Dtype::U16, "U16", 16, UnsignedInteger, {}},
    {Dtype::F16, "F16", 16, Float, {5, 10, 15, FloatSpecials::Ieee}},
    {Dtype::BF16, "BF16", 16, Float, {8, 7, 127, FloatSpecials::Ieee}},
    {Dtype::I32, "I32", 32, SignedInteger, {}},
    {Dtype::U32, "U32", 32, UnsignedInteger, {}},
    {Dtype::F32, "F32", 32, Float, {8, 23, 127, FloatSpecials::Ieee}},
    {Dtype::C64, "C64", 64, Complex, {8, 23, 127, FloatSpecials::Ieee}},
    {Dtype::F64, "F64", 64, Float, {11, 52, 1023, FloatSpecials::Ieee}},
    {Dtype::I64, "I64", 64, SignedInteger, {}},
    {Dtype::U64, "U64", 64, UnsignedInteger, {}},
    {Dtype::Unknown, "", 0, DtypeKind::Unknown, {}},
}};

} // namespace

const DtypeFacts& dtypeFacts(Dtype dtype) {
  return table[static_cast<std::size_t>(dtype)];
}

std::span<const DtypeFacts> allDtypes() {
  return std::span(table).first(22);
}

Dtype dtypeFromName(std::string_view name) {
  for (const DtypeFacts& facts : allDtypes()) {
    if (facts.name == name) {
      return facts.dtype;
    }
  }
  return Dtype::Unknown;
}

std::optional<std::uint64_t> bytesFor(Dtype dtype, std::uint64_t elements) {
  const unsigned bits = dtypeFacts(dtype).bits;
  const auto total = checkedMul(elements, bits);
  if (bits == 0 || !total || *total % 8 != 0) {
    return std::nullopt;
  }
  return *total / 8;
}

} // namespace assay
