#include "core/report/npy_writer.h"

#include "core/report/element_blocks.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace assay {
namespace {

/// NumPy's name of the type; the first character is the byte order.
std::string descriptionOf(Dtype dtype) {
  const DtypeFacts& facts = dtypeFacts(dtype);
  const unsigned bytes = facts.bits / 8;
  const std::string_view order = bytes == 1 ? "|" : "<";
  switch (facts.kind) {
  case DtypeKind::Boolean:
    return "|b1";
  case DtypeKind::UnsignedInteger:
    return fmt::format("{}u{}", order, bytes);
  case DtypeKind::SignedInteger:
    return fmt::format("{}i{}", order, bytes);
  case DtypeKind::Complex:
    return "<c8";
  default:
    return isWidenedInNpy(dtype) ? "<f4" : fmt::format("<f{}", bytes);
  }
}

std::string shapeTuple(std::span<const std::uint64_t> shape) {
  std::string text = "(";
  for (const std::uint64_t dim : shape) {
    text += fmt::format("{}, ", dim);
  }
  if (shape.size() > 1) {
    text.resize(text.size() - 2);
  } else if (shape.size() == 1) {
    text.pop_back();
  }
  return text + ")";
}

void appendNumber(std::string& out, std::uint64_t number, unsigned bytes) {
  char raw[8];
  std::memcpy(raw, &number, sizeof raw); // little-endian, as the file
  out.append(raw, bytes);
}

/// Magic, version, length and dictionary, padded with blanks to a multiple of 64 bytes.
std::string npyHeader(Dtype dtype, std::span<const std::uint64_t> shape) {
  std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}",
                                       descriptionOf(dtype), shapeTuple(shape));
  const bool isLong = dictionary.size() > 65'000;
  const std::size_t before = isLong ? 12 : 10;
  const std::size_t total = (before + dictionary.size() + 1 + 63) / 64 * 64;
  dictionary.resize(total - before - 1, ' ');
  dictionary += '\n';
  std::string header = "\x93NUMPY";
  appendNumber(header, isLong ? 2 : 1, 2); // major version, then minor 0
  appendNumber(header, dictionary.size(), isLong ? 4 : 2);
  return header + dictionary;
}

void appendElement(std::string& out, Dtype dtype, ElementCode code) {
  if (dtype == Dtype::Bool) {
    out += code == 0 ? '\0' : '\1';
  } else if (isWidenedInNpy(dtype)) {
    const auto value = static_cast<float>(decodeFloat(dtype, code));
    appendNumber(out, std::bit_cast<std::uint32_t>(value), 4);
  } else {
    appendNumber(out, code, dtypeFacts(dtype).bits / 8);
  }
}

} // namespace

bool isWidenedInNpy(Dtype dtype) {
  const DtypeKind kind = dtypeFacts(dtype).kind;
  return kind == DtypeKind::Scale || (kind == DtypeKind::Float && dtype != Dtype::F16 &&
                                      dtype != Dtype::F32 && dtype != Dtype::F64);
}

Result<void> writeNpy(ElementStream& elements, std::ostream& out, const StopToken& stop,
                      ProgressSink& progress) {
  const Slice& slice = elements.slice();
  const std::uint64_t there = availableElements(slice, elements.layout());
  if (there < slice.elements()) {
    return fail({.code = ErrorCode::TensorNotPresent,
                 .expected = slice.elements(),
                 .actual = there,
                 .detail = "npy holds whole arrays only, --slice can take what is there"});
  }
  const Dtype dtype = elements.layout().dtype;
  out << npyHeader(dtype, slice.shape());
  std::string bytes;
  return forEachBlock(elements, out, stop, progress, [&](const ElementBlock& block) {
    bytes.clear();
    for (std::size_t i = 0; i < block.count(); ++i) {
      appendElement(bytes, dtype, block.code(i));
    }
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  });
}

} // namespace assay
