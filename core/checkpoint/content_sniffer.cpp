#include "core/checkpoint/content_sniffer.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace assay {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view otherKind = "Assay cannot read this kind of file";

bool startsWithNoCase(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(), [](char expected, char c) {
           return (c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) == expected;
         });
}

std::string_view withoutLeadingBlanks(std::string_view text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") {
    text.remove_prefix(3);
  }
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

/// The first `most` bytes for a sentence: whole characters, blanks in a row as one.
std::string excerpt(std::string_view text, std::size_t most) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (out.size() >= most && (static_cast<unsigned char>(c) & 0xC0U) != 0x80) {
      return out + "…";
    }
    if (!blank) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

bool isText(std::string_view text) {
  return !text.empty() && std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t') || byte == 0x7F;
  });
}

Finding otherFormat(FindingCode code, std::string_view first, std::size_t magicBytes,
                    std::string_view what) {
  return {.code = code,
          .position = 0,
          .title = std::string(otherKind),
          .message = fmt::format("It begins {} ({}).", hexText(first, magicBytes), what)};
}

/// The number after `key` at the start of a line, if there is one.
std::optional<std::uint64_t> numberAfter(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  std::uint64_t value = 0;
  std::size_t digits = 0;
  for (const char c : text.substr(at + key.size())) {
    if (c < '0' || c > '9' || ++digits > 18) {
      break;
    }
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return digits == 0 || digits > 18 ? std::nullopt : std::optional(value);
}

std::optional<Finding> sniffGitLfs(std::string_view first) {
  if (!first.starts_with("version https://git-lfs.github.com/spec/") &&
      !first.starts_with("version https://hawser.github.com/spec/")) {
    return std::nullopt;
  }
  const auto size = numberAfter(first, "\nsize ");
  return Finding{.code = FindingCode::GitLfsPointer,
                 .position = 0,
                 .title = "This is a Git LFS pointer, not the model",
                 .message = fmt::format("It stands for {}. Run git lfs pull in its folder.",
                                        size ? "a file of " + sizeText(*size)
                                             : std::string("a file that was not fetched"))};
}

std::optional<Finding> sniffMarkup(std::string_view text) {
  constexpr std::array<std::string_view, 8> starts{"<!doctype html", "<html",  "<head", "<body",
                                                   "<?xml",          "<title", "<!--",  "<script"};
  if (std::none_of(starts.begin(), starts.end(),
                   [&](std::string_view start) { return startsWithNoCase(text, start); })) {
    return std::nullopt;
  }
  return Finding{.code = FindingCode::HtmlPage,
                 .position = 0,
                 .title = "This is a web page, not a model",
                 .message = fmt::format("A login or error page was saved under this name. "
                                        "It begins: {}",
                                        excerpt(text, 200))};
}

std::optional<Finding> sniffJson(std::string_view text) {
  if ((!text.starts_with('{') && !text.starts_with('[')) || !isText(text)) {
    return std::nullopt;
  }
  const auto has = [&](std::string_view key) { return text.find(key) != std::string_view::npos; };
  if (has("\"weight_map\"")) {
    return Finding{.code = FindingCode::NotACheckpoint,
                   .position = 0,
                   .title = "This is a shard index, not a weights file",
                   .message = "It names the shards that hold the tensors. Open the folder that it "
                              "and its shards are in."};
  }
  if (has("\"error") || has("\"message\"") || has("\"detail\"") || has("\"errors\"")) {
    return Finding{.code = FindingCode::JsonErrorPage,
                   .position = 0,
                   .title = "This is an error message, not a model",
                   .message = excerpt(text, 200)};
  }
  return Finding{.code = FindingCode::NotACheckpoint,
                 .position = 0,
                 .title = std::string(otherKind),
                 .message = fmt::format("It is a JSON text. It begins: {}", excerpt(text, 200))};
}

std::optional<Finding> sniffZip(std::string_view first) {
  if (!first.starts_with("PK\x03\x04"sv) && !first.starts_with("PK\x05\x06"sv)) {
    return std::nullopt;
  }
  const auto has = [&](std::string_view part) {
    return first.find(part) != std::string_view::npos;
  };
  return otherFormat(FindingCode::ZipArchive, first, 4,
                     has("data.pkl") || has(".data/") || has("/version")
                         ? "ZIP, a PyTorch checkpoint: pickled code, not weights alone"
                     : has(".npy") ? "ZIP, NumPy arrays"
                                   : "ZIP, perhaps a PyTorch checkpoint");
}

/// A pickle of protocol 2 to 5 goes on with an opcode that starts a frame, a container, a class,
/// a string or a long number.
bool isPickle(std::string_view first) {
  return first.size() >= 3 && first[0] == '\x80' && first[1] >= 2 && first[1] <= 5 &&
         "\x95}](cX\x8a\x8cKJU"sv.find(first[2]) != std::string_view::npos;
}

std::optional<Finding> sniffBinary(std::string_view first) {
  if (auto zip = sniffZip(first)) {
    return zip;
  }
  if (first.starts_with("GGUF")) {
    return otherFormat(FindingCode::Gguf, first, 4, "GGUF, a llama.cpp model");
  }
  if (first.starts_with("\x93NUMPY")) {
    return otherFormat(FindingCode::Numpy, first, 6, "a NumPy array");
  }
  if (first.starts_with("\x89HDF\r\n\x1A\n")) {
    return otherFormat(FindingCode::Hdf5, first, 8, "HDF5, perhaps Keras weights");
  }
  if (first.starts_with("\x1F\x8B\x08")) {
    return otherFormat(FindingCode::Gzip, first, 3, "gzip; unpack it first");
  }
  if (isPickle(first)) {
    return otherFormat(FindingCode::Pickle, first, 2,
                       "a Python pickle, perhaps an old PyTorch checkpoint");
  }
  return std::nullopt;
}

std::optional<Finding> sniffZeros(std::string_view first, std::uint64_t fileBytes) {
  const std::string_view start = first.substr(0, 8);
  if (start.find_first_not_of('\0') != std::string_view::npos) {
    return std::nullopt;
  }
  return Finding{.code = FindingCode::StartsWithZeros,
                 .position = 0,
                 .title = "This file begins with zeros",
                 .message =
                     fmt::format("The first {} of its {} are zero: room was made for a "
                                 "download that never arrived. Download the file again.",
                                 countText(start.size(), "byte"), countText(fileBytes, "byte"))};
}

} // namespace

std::string hexText(std::string_view bytes, std::size_t count) {
  std::string out;
  for (const char c : bytes.substr(0, count)) {
    out += fmt::format("{}{:02X}", out.empty() ? "" : " ", static_cast<unsigned char>(c));
  }
  return out;
}

std::optional<Finding> sniffContent(std::string_view first, std::uint64_t fileBytes) {
  if (fileBytes == 0) {
    return Finding{.code = FindingCode::EmptyFile,
                   .position = 0,
                   .title = "This file is empty",
                   .message = "It has 0 bytes."};
  }
  if (auto found = sniffGitLfs(first)) {
    return found;
  }
  if (auto found = sniffBinary(first)) {
    return found;
  }
  const std::string_view text = withoutLeadingBlanks(first);
  if (auto found = sniffMarkup(text)) {
    return found;
  }
  if (auto found = sniffJson(text)) {
    return found;
  }
  return sniffZeros(first, fileBytes);
}

Finding unknownContent(std::string_view first, std::uint64_t fileBytes) {
  Finding finding{
      .code = FindingCode::NotACheckpoint, .position = 0, .title = std::string(otherKind)};
  const std::string begins = isText(first) ? "“" + excerpt(first, 100) + "”" : hexText(first, 16);
  finding.message = fmt::format("It has {} and begins {}.", countText(fileBytes, "byte"), begins);
  return finding;
}

} // namespace assay
