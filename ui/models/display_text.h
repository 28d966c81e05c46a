#pragma once

#include <QString>
#include <cstdint>
#include <span>

/// Numbers as the window shows them: separators of the default QLocale, a true minus sign. Pure but
/// for the unit of sizes, which is a setting of the whole program. GUI thread.
namespace assay::display {

enum class SizeUnits : std::uint8_t {
  Decimal, ///< kB, MB, GB: powers of 1000, as file managers on a Mac show them
  Binary,  ///< KiB, MiB, GiB: powers of 1024
};

void setSizeUnits(SizeUnits units);
[[nodiscard]] SizeUnits sizeUnits();

/// "134,515,008".
[[nodiscard]] QString count(std::uint64_t value);

/// "1 tensor", "2 tensors", "1,000 tensors".
[[nodiscard]] QString counted(std::uint64_t value, const QString& one, const QString& many);

/// "134.5 M", "8.03 B": three or four digits, for axes and the list of recent files.
[[nodiscard]] QString abbreviated(std::uint64_t value);

/// "512 bytes", "30.5 kB", "1.77 MB", "16.06 GB": two decimals below 10 and from GB, else one.
[[nodiscard]] QString size(std::uint64_t bytes);

/// "269,060,552 bytes".
[[nodiscard]] QString exactBytes(std::uint64_t bytes);

/// "3.42 GB/s": 10^9 bytes a second, whatever the setting.
[[nodiscard]] QString speed(double bytesPerSecond);

/// "0.6 ms", "640 ms", "1.24 s", "2 min 5 s".
[[nodiscard]] QString seconds(double seconds);

/// "about 4 s", "about 2 min".
[[nodiscard]] QString aboutSeconds(double seconds);

/// `digits` significant digits with their trailing zeros; "2.98 × 10⁻⁸" below 10^-4 and from 10^6.
[[nodiscard]] QString value(double value, int digits = 4);

/// "99.67 %", "0.245 %"; "< 0.001 %" for any count above zero that would round to nothing, and
/// never "100 %" for less than all. "—" where `total` is 0.
[[nodiscard]] QString percent(std::uint64_t count, std::uint64_t total);

/// "576 × 1,536"; "scalar" for no axes.
[[nodiscard]] QString shape(std::span<const std::uint64_t> dims);

/// Text from a file as one line that can be shown anywhere: controls escaped, valid Unicode.
[[nodiscard]] QString oneLine(std::string_view untrusted);

/// `exponent` in superscript digits.
[[nodiscard]] QString superscript(int exponent);

/// The sign for what does not apply.
[[nodiscard]] QString notApplicable();

} // namespace assay::display
