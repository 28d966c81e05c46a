#include "ui/models/hex_text.h"

#include <algorithm>

namespace assay {

namespace {

constexpr std::size_t perLine = 16;

QString hexLine(std::span<const std::byte> bytes, std::uint64_t position) {
  QString codes;
  QString signs;
  for (std::size_t i = 0; i < perLine; ++i) {
    if (i == perLine / 2) {
      codes += QLatin1Char(' ');
    }
    if (i >= bytes.size()) {
      codes += QStringLiteral("   ");
      continue;
    }
    const auto byte = std::to_integer<unsigned>(bytes[i]);
    codes += QStringLiteral("%1 ").arg(byte, 2, 16, QLatin1Char('0')).toUpper();
    signs += byte >= 0x20 && byte < 0x7F ? QLatin1Char(static_cast<char>(byte)) : QChar(u'·');
  }
  return QStringLiteral("%1  %2 %3").arg(position, 8, 16, QLatin1Char('0')).arg(codes, signs);
}

} // namespace

QStringList hexLines(std::span<const std::byte> bytes, std::uint64_t start) {
  QStringList lines;
  for (std::size_t at = 0; at < bytes.size(); at += perLine) {
    lines << hexLine(bytes.subspan(at, std::min(perLine, bytes.size() - at)), start + at);
  }
  return lines;
}

} // namespace assay
