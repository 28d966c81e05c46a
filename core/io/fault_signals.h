#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <span>

namespace assay {

/// The parts of the fault guard that each system does in its own way; one file a system. What is
/// here may be called from a signal handler.

/// The signals with which the system reports a page of a file that cannot be had.
[[nodiscard]] std::span<const int> fileFaultSignals();

/// True where the signal comes from touching a page whose file cannot give it: not sent by a
/// process, and not the report of broken memory.
[[nodiscard]] bool isFileFault(const siginfo_t& info);

/// Puts zeros in the place of [begin, begin + bytes), whole pages.
[[nodiscard]] bool replaceByZeros(std::uintptr_t begin, std::size_t bytes);

} // namespace assay
