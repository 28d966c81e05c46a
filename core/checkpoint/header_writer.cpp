#include "core/checkpoint/header_writer.h"

#include "core/base/checked.h"
#include "core/base/text_escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <unordered_set>

namespace assay {
namespace {

constexpr std::uint64_t referenceLimit = 100'000'000;
constexpr std::size_t lengthBytes = 8;

void appendString(std::string& out, std::string_view text) {
  out += '"';
  out += escapedForJson(text);
  out += '"';
}

void appendMetadata(std::string& out, const Metadata& metadata) {
  appendString(out, "__metadata__");
  out += ":{";
  for (std::size_t i = 0; i < metadata.size(); ++i) {
    out += i > 0 ? "," : "";
    appendString(out, metadata[i].first);
    out += ':';
    appendString(out, metadata[i].second);
  }
  out += '}';
}

void appendTensor(std::string& out, const OutputTensor& tensor, std::uint64_t begin,
                  std::uint64_t end) {
  appendString(out, tensor.name);
  out += ":{\"dtype\":";
  appendString(out, tensor.dtypeText);
  out += ",\"shape\":[";
  for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) {
    fmt::format_to(std::back_inserter(out), "{}{}", axis > 0 ? "," : "", tensor.shape[axis]);
  }
  fmt::format_to(std::back_inserter(out), "],\"data_offsets\":[{},{}]}}", begin, end);
}

Result<void> checkNames(std::span<const OutputTensor> tensors) {
  std::unordered_set<std::string_view> seen;
  seen.reserve(tensors.size());
  for (const OutputTensor& tensor : tensors) {
    if (tensor.name == "__metadata__") {
      return fail({.code = ErrorCode::BadOption,
                   .subject = std::string(tensor.name),
                   .detail = "no tensor can have this name in a safetensors file"});
    }
    if (!seen.insert(tensor.name).second) {
      return fail({.code = ErrorCode::BadOption,
                   .subject = std::string(tensor.name),
                   .detail = "two tensors have this name"});
    }
  }
  return {};
}

} // namespace

std::vector<std::size_t> referenceOrder(std::span<const OutputTensor> tensors) {
  std::vector<std::size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (tensors[a].dtype != tensors[b].dtype) {
      return tensors[a].dtype > tensors[b].dtype;
    }
    return tensors[a].name < tensors[b].name;
  });
  return order;
}

Result<std::string> headerBytes(std::span<const OutputTensor> tensors, const Metadata& metadata,
                                std::uint64_t least) {
  if (auto ok = checkNames(tensors); !ok) {
    return fail(ok.error());
  }
  std::string out(lengthBytes, '\0');
  out += '{';
  if (!metadata.empty()) {
    appendMetadata(out, metadata);
  }
  std::uint64_t begin = 0;
  for (const OutputTensor& tensor : tensors) {
    const auto end = checkedAdd(begin, tensor.bytes);
    if (!end) {
      return fail({.code = ErrorCode::BadOption,
                   .subject = std::string(tensor.name),
                   .detail = "the data would be longer than 2^64 bytes"});
    }
    out += out.size() > lengthBytes + 1 ? "," : "";
    appendTensor(out, tensor, begin, *end);
    begin = *end;
  }
  out += '}';
  const std::uint64_t length =
      std::max<std::uint64_t>((out.size() - lengthBytes + 7) / 8 * 8, least);
  if (length > referenceLimit) {
    return fail({.code = ErrorCode::BadOption,
                 .expected = length,
                 .actual = referenceLimit,
                 .detail = "the header would be longer than readers accept"});
  }
  out.resize(lengthBytes + length, ' ');
  for (std::size_t i = 0; i < lengthBytes; ++i) {
    out[i] = static_cast<char>((length >> (8 * i)) & 0xFFU);
  }
  return out;
}

} // namespace assay
