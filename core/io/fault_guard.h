#pragma once

#include <cstddef>
#include <optional>

namespace assay {

/// Watches one mapped range of a file. Where the file is cut short, or the disk fails, the system
/// answers a touch of the mapped page with a signal that would end the program; under the guard the
/// page and all after it in the range read as zeros instead, and `faulted` tells. A fault anywhere
/// else goes to whatever handled that signal before.
///
/// The handler is installed by the first guard and stays. It takes no lock, allocates nothing, and
/// works for any number of threads. Move-only.
class FaultGuard {
 public:
  /// Watches [begin, begin + bytes), which must be mapped and start at a page. Nothing where all
  /// slots are taken: the range must not be touched then.
  [[nodiscard]] static std::optional<FaultGuard> watch(const void* begin, std::size_t bytes);

  FaultGuard(FaultGuard&& other) noexcept;
  FaultGuard& operator=(FaultGuard&& other) noexcept;
  /// Waits until no handler works in the range; only then may it be unmapped.
  ~FaultGuard();

  /// Whether any page of the range was replaced by zeros. Reads of this thread that came before are
  /// covered by the answer.
  [[nodiscard]] bool faulted() const;

  /// How many ranges can be watched at a time.
  static constexpr unsigned slots = 256;

 private:
  explicit FaultGuard(unsigned slot) : m_slot(slot) {}
  void release();
  unsigned m_slot; ///< `slots` where there is none
};

} // namespace assay
