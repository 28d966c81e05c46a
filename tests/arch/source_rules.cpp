#include "tests/arch/source_rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <optional>
#include <string_view>

namespace assay::test {

namespace {

using Violations = std::vector<Violation>;

constexpr std::size_t maximumLines = 500;

// Data flows from left to right; a room includes its own headers and those of rooms to its left.
constexpr std::array coreOrder{"base",  "io",   "tensor",  "checkpoint",
                               "stats", "load", "convert", "report"};
constexpr std::array uiOrder{"models", "jobs", "charts", "views"};

/// A library that only some folders or files may name. `prefix` is matched against the include.
struct LibraryRule {
  std::string_view prefix;
  std::vector<std::string_view> allowedBelow; ///< starts of paths
};

const std::vector<LibraryRule>& libraryRules() {
  static const std::vector<LibraryRule> rules{
      {"simdjson", {"core/checkpoint/safetensors_header", "tests/"}},
      {"hwy/", {"core/stats/", "tests/"}},
      {"nlohmann/", {"core/checkpoint/", "core/report/", "tests/"}},
      {"openssl/", {"core/io/", "core/checkpoint/", "tests/"}},
      {"CommonCrypto/", {"core/io/", "core/checkpoint/", "tests/"}},
      {"CLI/", {"app/cli/"}},
      {"QtCharts", {"ui/charts/", "tests/"}},
      {"QChart", {"ui/charts/", "tests/"}},
      {"QAbstractSeries", {"ui/charts/", "tests/"}},
      {"QBarSeries", {"ui/charts/", "tests/"}},
      {"QLineSeries", {"ui/charts/", "tests/"}},
      {"QValueAxis", {"ui/charts/", "tests/"}},
      {"QLogValueAxis", {"ui/charts/", "tests/"}},
  };
  return rules;
}

/// A word of code that no file below one of the folders may hold.
struct WordRule {
  std::string_view rule;
  std::string_view word;
  std::vector<std::string_view> folders;
};

const std::vector<WordRule>& wordRules() {
  static const std::vector<WordRule> rules{
      // Style sheets fight with the platform's style and with live light and dark.
      {"style-sheet", "setStyleSheet", {"ui", "app"}},
      // Re-entering the event loop runs handlers in the middle of others.
      {"process-events", "processEvents", {"ui", "app", "core"}},
      // Errors are data, and the text is made at the edge.
      {"core-prints", "cout", {"core"}},
      {"core-prints", "cerr", {"core"}},
      {"core-prints", "printf", {"core"}},
      {"core-prints", "fprintf", {"core"}},
      {"core-aborts", "abort", {"core"}},
      {"core-aborts", "terminate", {"core"}},
      // The library of the oldest supported Mac has none of these.
      {"old-libc++", "jthread", {"core", "ui", "app"}},
      {"old-libc++", "stop_token", {"core", "ui", "app"}},
      {"old-libc++", "move_only_function", {"core", "ui", "app"}},
  };
  return rules;
}

bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool hasWord(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos;
       at = line.find(word, at + 1)) {
    const bool before = at > 0 && isWordCharacter(line[at - 1]);
    const std::size_t end = at + word.size();
    const bool after = end < line.size() && isWordCharacter(line[end]);
    if (!before && !after) {
      return true;
    }
  }
  return false;
}

bool startsWithAny(std::string_view text, const std::vector<std::string_view>& starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return text.starts_with(start); });
}

/// The place of `path` in an order of rooms below `top`, or nothing where it is in none of them.
template<std::size_t N>
std::optional<std::size_t> rankOf(std::string_view path, std::string_view top,
                                  const std::array<const char*, N>& order) {
  for (std::size_t rank = 0; rank < N; ++rank) {
    const std::string room = std::string(top) + "/" + order[rank] + "/";
    if (path.starts_with(room)) {
      return rank;
    }
  }
  return std::nullopt;
}

bool isQt(const Include& include) {
  return include.name.size() > 1 && include.name[0] == 'Q' &&
         (std::isupper(static_cast<unsigned char>(include.name[1])) != 0 ||
          include.name.starts_with("Qt"));
}

/// Qt Widgets' headers by their usual names; the link line of each library is the full proof.
bool isWidgets(const Include& include) {
  const std::string& name = include.name;
  static const std::vector<std::string_view> starts{
      "QtWidgets",   "QWidget", "QApplication", "QMainWindow", "QDialog",   "QLabel",
      "QMessageBox", "QMenu",   "QToolBar",     "QStyle",      "QSplitter", "QFileDialog"};
  return isQt(include) &&
         (startsWithAny(name, starts) || name.ends_with("View") || name.ends_with("Layout") ||
          name.ends_with("Button") || name.ends_with("Delegate"));
}

bool isFilesOrThreads(const Include& include) {
  static const std::vector<std::string_view> names{
      "QFile",        "QSaveFile", "QDir",           "QThread",  "QThreadPool",
      "QtConcurrent", "QFuture",   "QFutureWatcher", "QMutex",   "thread",
      "mutex",        "future",    "fstream",        "core/io/", "core/base/worker_pool.h"};
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return name.ends_with('/') ? include.name.starts_with(name) : include.name == name;
  });
}

void add(Violations& out, std::string_view rule, const SourceFile& file, int line,
         std::string what) {
  out.push_back({std::string(rule), file.path, line, std::move(what)});
}

void checkOrder(const SourceFile& file, const Include& include, Violations& out) {
  const auto coreFrom = rankOf(file.path, "core", coreOrder);
  const auto coreTo = rankOf(include.name, "core", coreOrder);
  if (coreFrom && coreTo && *coreTo > *coreFrom) {
    add(out, "core-order", file, include.line, "includes " + include.name + ", to its right");
  }
  const auto uiFrom = rankOf(file.path, "ui", uiOrder);
  const auto uiTo = rankOf(include.name, "ui", uiOrder);
  if (uiFrom && uiTo && *uiTo > *uiFrom) {
    add(out, "ui-order", file, include.line, "includes " + include.name + ", to its right");
  }
  const bool upwards = (file.isIn("core") &&
                        (include.name.starts_with("ui/") || include.name.starts_with("app/"))) ||
                       (file.isIn("ui") && include.name.starts_with("app/")) ||
                       (!file.isIn("tests") && include.name.starts_with("tests/"));
  if (upwards) {
    add(out, "folder-order", file, include.line, "includes " + include.name);
  }
}

void checkQt(const SourceFile& file, const Include& include, Violations& out) {
  if (file.isIn("core") && isQt(include)) {
    add(out, "core-qt", file, include.line, "the core includes " + include.name);
  }
  if (file.isIn("app/cli") && isQt(include)) {
    add(out, "cli-qt", file, include.line, "the command line includes " + include.name);
  }
  if ((file.isIn("ui/models") || file.isIn("ui/jobs")) && isWidgets(include)) {
    add(out, "widgets", file, include.line, "includes " + include.name);
  }
  if (file.isIn("ui/models") && isFilesOrThreads(include)) {
    add(out, "models-only-project", file, include.line, "a model includes " + include.name);
  }
}

void checkForm(const SourceFile& file, const Include& include, Violations& out) {
  if (include.name.find("../") != std::string::npos) {
    add(out, "relative-include", file, include.line, "includes " + include.name);
  }
  static const std::vector<std::string_view> tops{"core/", "ui/", "app/", "tests/", "hwy/"};
  const bool generated = include.name.ends_with(".moc");
  if (include.quoted && !generated && !startsWithAny(include.name, tops)) {
    add(out, "include-from-top", file, include.line, "includes \"" + include.name + "\"");
  }
  for (const LibraryRule& rule : libraryRules()) {
    if (include.name.starts_with(rule.prefix) && !startsWithAny(file.path, rule.allowedBelow)) {
      add(out, "library-place", file, include.line, "includes " + include.name);
    }
  }
  const bool hotPath = file.path.starts_with("core/checkpoint/safetensors_header");
  if (hotPath && include.name.starts_with("nlohmann/")) {
    add(out, "library-place", file, include.line, "the hot path includes " + include.name);
  }
}

void checkWords(const SourceFile& file, Violations& out) {
  for (std::size_t i = 0; i < file.code.size(); ++i) {
    const int line = static_cast<int>(i + 1);
    for (const WordRule& rule : wordRules()) {
      const bool applies = std::any_of(rule.folders.begin(), rule.folders.end(),
                                       [&](std::string_view folder) { return file.isIn(folder); });
      if (applies && hasWord(file.code[i], rule.word)) {
        add(out, rule.rule, file, line, "uses " + std::string(rule.word));
      }
    }
    if (file.isCpp() && file.code[i].find("public QThread") != std::string::npos &&
        hasWord(file.code[i], "QThread")) {
      add(out, "qthread-subclass", file, line, "derives from QThread");
    }
    // The words are put together here, so that this file does not hold them.
    for (const char* marker : {"TO"
                               "DO",
                               "FIX"
                               "ME",
                               "XX"
                               "X",
                               "HA"
                               "CK"}) {
      if (hasWord(file.lines[i], marker)) {
        add(out, "marker", file, line, std::string("holds ") + marker);
      }
    }
  }
}

void checkWholeFile(const SourceFile& file, Violations& out) {
  if (file.lines.size() > maximumLines) {
    add(out, "file-length", file, 0, std::to_string(file.lines.size()) + " lines");
  }
  const std::string name = file.baseName();
  const bool snake = std::none_of(name.begin(), name.end(), [](char c) {
    return std::isupper(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ' ';
  });
  if (!snake) {
    add(out, "file-name", file, 0, "is not in snake_case");
  }
  if (file.isHeader() && (file.lines.empty() || file.lines.front() != "#pragma once")) {
    add(out, "pragma-once", file, 1, "a header begins with #pragma once");
  }
}

} // namespace

std::string Violation::text() const {
  return path + ":" + std::to_string(line) + ": " + what + " [" + rule + "]";
}

Violations violationsIn(const std::vector<SourceFile>& files) {
  Violations out;
  for (const SourceFile& file : files) {
    for (const Include& include : file.includes) {
      checkOrder(file, include, out);
      checkQt(file, include, out);
      checkForm(file, include, out);
    }
    checkWords(file, out);
    checkWholeFile(file, out);
  }
  return out;
}

} // namespace assay::test
