#include "ui/charts/histogram_text.h"

#include <QLocale>
#include <cmath>

namespace assay {
namespace {

QString shareText(std::uint64_t part, std::uint64_t total) {
  if (total == 0) {
    return {};
  }
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(total);
  if (percent < 0.001) {
    return QStringLiteral("< %1 %").arg(QLocale().toString(0.001, 'f', 3));
  }
  return QStringLiteral("%1 %").arg(QLocale().toString(percent, 'g', 3));
}

QString countText(const ChartBar& bar, std::uint64_t total) {
  const QString values =
      bar.count == 1
          ? QStringLiteral("1 value")
          : QStringLiteral("%1 values").arg(QLocale().toString(static_cast<qulonglong>(bar.count)));
  return QStringLiteral("%1 (%2)").arg(values, shareText(bar.count, total));
}

QString valueText(double value) {
  return QLocale().toString(value, 'g', 4).replace(QLatin1Char('-'), QChar(0x2212));
}

} // namespace

QString powerOfTwoText(int exponent) {
  static const QString superscripts = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
  QString text = QStringLiteral("2");
  if (exponent < 0) {
    text += QChar(0x207B);
  }
  for (const QChar digit : QString::number(std::abs(exponent))) {
    text += superscripts[digit.digitValue()];
  }
  return text;
}

QString lossClassText(LossClass lossClass) {
  switch (lossClass) {
  case LossClass::Flushed:
    return QStringLiteral("flushed to zero");
  case LossClass::SubnormalExact:
    return QStringLiteral("subnormal, exact");
  case LossClass::SubnormalRounded:
    return QStringLiteral("subnormal, rounded");
  case LossClass::NormalExact:
    return QStringLiteral("normal, exact");
  case LossClass::NormalRounded:
    return QStringLiteral("normal, rounded");
  case LossClass::Overflow:
    return QStringLiteral("overflow");
  }
  return {};
}

QString magnitudeBarText(const ChartBar& bar, std::uint64_t total) {
  QString range;
  if (bar.lowest > 0) {
    range = powerOfTwoText(std::ilogb(bar.lowest)) + QStringLiteral(" ≤ ");
  }
  range += QStringLiteral("|w|");
  if (std::isfinite(bar.highest)) {
    range += QStringLiteral(" < ") + powerOfTwoText(std::ilogb(bar.highest));
  }
  QString text = QStringLiteral("%1: %2").arg(range, countText(bar, total));
  if (bar.lossClass) {
    text += QStringLiteral(", ") + lossClassText(*bar.lossClass);
  }
  return text;
}

QString valueBarText(const ChartBar& bar, std::uint64_t total) {
  return QStringLiteral("%1 ≤ w < %2: %3")
      .arg(valueText(bar.lowest), valueText(bar.highest), countText(bar, total));
}

} // namespace assay
