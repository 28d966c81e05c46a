#include "tests/support/verdict_catalogue.h"

#include <fstream>
#include <stdexcept>

namespace assay::test {
namespace {

/// Resolves \xNN, \\ and \{N*TEXT}.
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    const char kind = text.at(++i);
    if (kind == '\\') {
      out += kind;
    } else if (kind == 'x') {
      out += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else if (kind == '{') {
      const std::size_t star = text.find('*', i);
      const std::size_t end = text.find('}', star);
      const int count = std::stoi(std::string(text.substr(i + 1, star - i - 1)));
      for (int k = 0; k < count; ++k) {
        out += text.substr(star + 1, end - star - 1);
      }
      i = end;
    } else {
      throw std::runtime_error("an escape that is not known");
    }
  }
  return out;
}

} // namespace

std::vector<JudgedFile> readVerdictCatalogue(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) {
    throw std::runtime_error("cannot read " + path.string());
  }
  std::vector<JudgedFile> files;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    const std::size_t third = line.find('\t', second + 1);
    if (third == std::string::npos) {
      throw std::runtime_error("a line without four fields: " + line.substr(0, 80));
    }
    const std::string verdict = line.substr(first + 1, second - first - 1);
    files.push_back({unescaped(line.substr(0, first)), verdict == "accept" ? "" : verdict,
                     line.substr(second + 1, third - second - 1),
                     unescaped(std::string_view(line).substr(third + 1))});
  }
  return files;
}

} // namespace assay::test
