#include "tests/arch/source_file.h"

#include <algorithm>
#include <cctype>
#include <fstream>

namespace assay::test {

namespace {

namespace fs = std::filesystem;

/// Blanks comments and what literals hold, line by line; knows raw strings by their delimiter.
class CodeOnly {
 public:
  std::string next(const std::string& line) {
    std::string out;
    for (std::size_t at = 0; at < line.size();) {
      at = step(line, at, out);
    }
    return out;
  }

 private:
  std::size_t step(const std::string& line, std::size_t at, std::string& out) {
    if (!m_until.empty()) {
      const std::size_t end = line.find(m_until, at);
      const std::size_t next = end == std::string::npos ? line.size() : end + m_until.size();
      out.append(next - at, ' ');
      if (end != std::string::npos) {
        m_until.clear();
      }
      return next;
    }
    if (line.compare(at, 2, "//") == 0) {
      return line.size();
    }
    if (line.compare(at, 2, "/*") == 0) {
      m_until = "*/";
      return at + 2;
    }
    if (line.compare(at, 2, "R\"") == 0) {
      const std::size_t open = line.find('(', at);
      if (open != std::string::npos) {
        m_until = ")" + line.substr(at + 2, open - at - 2) + "\"";
        out += "\"\"";
        return open + 1;
      }
    }
    // A quote between digits separates thousands.
    const bool digit = at > 0 && std::isxdigit(static_cast<unsigned char>(line[at - 1])) != 0;
    if (line[at] == '"' || (line[at] == '\'' && !digit)) {
      out += "\"\"";
      return endOfLiteral(line, at);
    }
    out += line[at];
    return at + 1;
  }

  static std::size_t endOfLiteral(const std::string& line, std::size_t open) {
    std::size_t at = open + 1;
    while (at < line.size() && line[at] != line[open]) {
      at += line[at] == '\\' ? 2 : 1;
    }
    return std::min(at + 1, line.size());
  }

  std::string m_until; ///< what ends the comment or raw string we are in
};

/// The name in `#include "name"` or `#include <name>`, or nothing.
bool parseInclude(const std::string& line, Include& include) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string::npos || line[hash] != '#') {
    return false;
  }
  const std::size_t word = line.find_first_not_of(" \t", hash + 1);
  if (word == std::string::npos || line.compare(word, 7, "include") != 0) {
    return false;
  }
  const std::size_t open = line.find_first_of("\"<", word);
  if (open == std::string::npos) {
    return false;
  }
  include.quoted = line[open] == '"';
  const std::size_t close = line.find(include.quoted ? '"' : '>', open + 1);
  if (close == std::string::npos) {
    return false;
  }
  include.name = line.substr(open + 1, close - open - 1);
  return true;
}

bool isSource(const fs::path& path) {
  const auto extension = path.extension();
  return extension == ".h" || extension == ".cpp" || extension == ".mm" || extension == ".py";
}

} // namespace

bool SourceFile::isIn(std::string_view folder) const {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

bool SourceFile::isCpp() const {
  return !path.ends_with(".py");
}

std::string SourceFile::baseName() const {
  return path.substr(path.rfind('/') + 1);
}

SourceFile readSourceFile(const fs::path& root, const std::string& path) {
  SourceFile file;
  file.path = path;
  std::ifstream in(root / path);
  CodeOnly codeOnly;
  for (std::string line; std::getline(in, line);) {
    file.lines.push_back(line);
    file.code.push_back(file.isCpp() ? codeOnly.next(line) : line);
    Include include;
    if (file.isCpp() && parseInclude(line, include)) {
      include.line = static_cast<int>(file.lines.size());
      file.includes.push_back(include);
    }
  }
  return file;
}

std::vector<SourceFile> readSourceTree(const fs::path& root) {
  std::vector<std::string> paths;
  for (const char* top : {"core", "ui", "app", "tests", "resources", "packaging"}) {
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(root / top, ignored)) {
      if (entry.is_regular_file() && isSource(entry.path())) {
        paths.push_back(fs::relative(entry.path(), root).generic_string());
      }
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<SourceFile> files;
  files.reserve(paths.size());
  for (const std::string& path : paths) {
    files.push_back(readSourceFile(root, path));
  }
  return files;
}

} // namespace assay::test
