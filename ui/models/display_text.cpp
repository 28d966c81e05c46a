#include "ui/models/display_text.h"

#include "core/base/text_escape.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

namespace assay::display {

namespace {

SizeUnits currentUnits = SizeUnits::Decimal;

const QChar minusSign(0x2212);

/// `number` with `decimals` decimals, in the locale's form, with a true minus sign.
QString fixed(double number, int decimals) {
  const QLocale locale;
  QString text = locale.toString(std::abs(number), 'f', decimals);
  return std::signbit(number) && number != 0.0 ? minusSign + text : text;
}

/// The decimal exponent that `number` has once it is rounded to `digits` significant digits.
int roundedExponent(double number, int digits) {
  const QString text = QString::number(std::abs(number), 'e', digits - 1);
  return text.mid(text.indexOf(QLatin1Char('e')) + 1).toInt();
}

struct Unit {
  double scale;
  const char* name;
};

constexpr std::array decimalUnits{Unit{1e3, "kB"}, Unit{1e6, "MB"}, Unit{1e9, "GB"},
                                  Unit{1e12, "TB"}, Unit{1e15, "PB"}};
constexpr std::array binaryUnits{Unit{1024.0, "KiB"}, Unit{1048576.0, "MiB"},
                                 Unit{1073741824.0, "GiB"}, Unit{1099511627776.0, "TiB"},
                                 Unit{1125899906842624.0, "PiB"}};

int sizeDecimals(std::size_t unit, double number) {
  return unit >= 2 || number < 9.995 ? 2 : 1;
}

} // namespace

void setSizeUnits(SizeUnits units) {
  currentUnits = units;
}

SizeUnits sizeUnits() {
  return currentUnits;
}

QString count(std::uint64_t value) {
  return QLocale().toString(static_cast<qulonglong>(value));
}

QString counted(std::uint64_t value, const QString& one, const QString& many) {
  return count(value) + QLatin1Char(' ') + (value == 1 ? one : many);
}

QString abbreviated(std::uint64_t value) {
  static constexpr std::array units{Unit{1e3, "k"}, Unit{1e6, "M"}, Unit{1e9, "B"},
                                    Unit{1e12, "T"}};
  if (value < 1000) {
    return count(value);
  }
  const auto number = static_cast<double>(value);
  std::size_t unit = 0;
  while (unit + 1 < units.size() && number / units[unit].scale >= 999.95) {
    ++unit;
  }
  const double scaled = number / units[unit].scale;
  return fixed(scaled, scaled < 9.995 ? 2 : 1) + QLatin1Char(' ') + QLatin1String(units[unit].name);
}

QString size(std::uint64_t bytes) {
  const auto& units = currentUnits == SizeUnits::Decimal ? decimalUnits : binaryUnits;
  const auto number = static_cast<double>(bytes);
  if (number < units[0].scale) {
    return exactBytes(bytes);
  }
  const double step = units[0].scale;
  std::size_t unit = 0;
  // The next unit also where rounding would show "1000.0 kB".
  while (unit + 1 < units.size() && number / units[unit].scale >= step - 0.05) {
    ++unit;
  }
  const double scaled = number / units[unit].scale;
  return fixed(scaled, sizeDecimals(unit, scaled)) + QLatin1Char(' ') +
         QLatin1String(units[unit].name);
}

QString exactBytes(std::uint64_t bytes) {
  return counted(bytes, QStringLiteral("byte"), QStringLiteral("bytes"));
}

QString speed(double bytesPerSecond) {
  const double gigabytes = bytesPerSecond / 1e9;
  return fixed(gigabytes, gigabytes < 9.995 ? 2 : 1) + QStringLiteral(" GB/s");
}

QString seconds(double seconds) {
  if (seconds < 0.9995) {
    const double milliseconds = seconds * 1e3;
    return fixed(milliseconds, milliseconds < 9.95 ? 1 : 0) + QStringLiteral(" ms");
  }
  if (seconds < 59.95) {
    return fixed(seconds, seconds < 9.995 ? 2 : 1) + QStringLiteral(" s");
  }
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  return QStringLiteral("%1 min %2 s").arg(count(whole / 60), count(whole % 60));
}

QString aboutSeconds(double seconds) {
  const double rounded = std::max(1.0, std::round(seconds));
  if (rounded < 60) {
    // Beyond 20 s only steps of five: the estimate is no better than that.
    const double shown = rounded > 20 ? std::round(rounded / 5) * 5 : rounded;
    return QStringLiteral("about %1 s").arg(fixed(shown, 0));
  }
  return QStringLiteral("about %1 min").arg(fixed(std::round(rounded / 60), 0));
}

QString value(double value, int digits) {
  if (std::isnan(value)) {
    return QStringLiteral("NaN");
  }
  if (std::isinf(value)) {
    return value < 0 ? minusSign + QStringLiteral("Inf") : QStringLiteral("Inf");
  }
  if (value == 0.0) {
    return QStringLiteral("0");
  }
  const int exponent = roundedExponent(value, digits);
  if (exponent >= -4 && exponent < 6) {
    return fixed(value, std::max(0, digits - 1 - exponent));
  }
  const QString text = QString::number(std::abs(value), 'e', digits - 1);
  const double mantissa = text.left(text.indexOf(QLatin1Char('e'))).toDouble();
  return fixed(std::copysign(mantissa, value), digits - 1) + QStringLiteral(" × 10") +
         superscript(exponent);
}

QString percent(std::uint64_t count, std::uint64_t total) {
  if (total == 0) {
    return notApplicable();
  }
  if (count == 0) {
    return QStringLiteral("0 %");
  }
  if (count == total) {
    return QStringLiteral("100 %");
  }
  const double share = static_cast<double>(count) / static_cast<double>(total) * 100.0;
  if (share < 0.001) {
    return QStringLiteral("< %1 %").arg(fixed(0.001, 3));
  }
  if (share >= 99.995 && count < total) {
    return QStringLiteral("> %1 %").arg(fixed(99.99, 2));
  }
  return fixed(share, share < 1.0 ? 3 : 2) + QStringLiteral(" %");
}

QString shape(std::span<const std::uint64_t> dims) {
  if (dims.empty()) {
    return QStringLiteral("scalar");
  }
  QString text;
  for (const std::uint64_t dim : dims) {
    text += (text.isEmpty() ? QString() : QStringLiteral(" × ")) + count(dim);
  }
  return text;
}

QString oneLine(std::string_view untrusted) {
  return QString::fromStdString(escapedForLine(untrusted));
}

QString superscript(int exponent) {
  static constexpr std::array<char16_t, 10> digits{u'⁰', u'¹', u'²', u'³', u'⁴',
                                                   u'⁵', u'⁶', u'⁷', u'⁸', u'⁹'};
  const QString plain = QString::number(exponent);
  QString text;
  for (const QChar c : plain) {
    text += c == QLatin1Char('-') ? QChar(u'⁻')
                                  : QChar(digits[static_cast<std::size_t>(c.digitValue())]);
  }
  return text;
}

QString notApplicable() {
  return QStringLiteral("—");
}

} // namespace assay::display
