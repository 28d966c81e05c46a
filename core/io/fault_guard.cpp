#include "core/io/fault_guard.h"

#include "core/io/fault_signals.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <thread>
#include <utility>

namespace assay {
namespace {

/// One watched range. `version` is odd while the range is valid, and no version comes twice, so
/// that a handler notices a range that went away, or another that took its place, while it looked.
struct Slot {
  std::atomic<bool> taken = false;
  std::atomic<std::uint64_t> version = 0;
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::uintptr_t> end = 0;
  std::atomic<unsigned> handlers = 0; ///< at work in this range
  std::atomic<bool> faulted = false;
};
// A handler may use atomics only where they are lock-free; addresses are one of the last two.
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<unsigned>::is_always_lock_free);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

constinit std::array<Slot, FaultGuard::slots> slotTable;

/// What handled each of `fileFaultSignals` before, in their order.
constinit std::array<struct sigaction, 2> previousActions{};

std::uintptr_t pageSize = 0;

/// Runs in the signal handler. True where `address` lies in the slot's range, which then reads as
/// zeros from its page on.
bool replaceIn(Slot& slot, std::uintptr_t address) {
  const std::uint64_t version = slot.version.load(std::memory_order_acquire);
  const std::uintptr_t begin = slot.begin.load(std::memory_order_relaxed);
  const std::uintptr_t end = slot.end.load(std::memory_order_relaxed);
  if (version % 2 == 0 || address < begin || address >= end) {
    return false;
  }
  // From here on `release` waits, or has begun before, which the version tells.
  slot.handlers.fetch_add(1);
  bool replaced = false;
  if (slot.version.load() == version) {
    const std::uintptr_t page = address / pageSize * pageSize;
    replaced = replaceByZeros(page, end - page);
    slot.faulted.store(true);
  }
  slot.handlers.fetch_sub(1);
  return replaced;
}

void passOn(int signal, siginfo_t* info, void* context) {
  const auto signals = fileFaultSignals();
  const struct sigaction& before = previousActions[signals[0] == signal ? 0 : 1];
  if ((before.sa_flags & SA_SIGINFO) != 0) {
    before.sa_sigaction(signal, info, context);
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(signal);
  } else {
    ::sigaction(signal, &before, nullptr);
    // A fault comes again by itself on return; what a process has sent does not.
    if (info->si_code <= 0) {
      (void)::raise(signal);
    }
  }
}

void onFault(int signal, siginfo_t* info, void* context) {
  const int errorBefore = errno;
  bool handled = false;
  if (isFileFault(*info)) {
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (Slot& slot : slotTable) {
      handled = handled || replaceIn(slot, address);
    }
  }
  if (!handled) {
    passOn(signal, info, context);
  }
  errno = errorBefore;
}

bool installHandler() {
  pageSize = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  std::size_t index = 0;
  for (const int signal : fileFaultSignals()) {
    struct sigaction action {};
    action.sa_sigaction = onFault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    // Known before the handler can run.
    ::sigaction(signal, nullptr, &previousActions[index++]);
    ::sigaction(signal, &action, nullptr);
  }
  return true;
}

} // namespace

std::optional<FaultGuard> FaultGuard::watch(const void* begin, std::size_t bytes) {
  [[maybe_unused]] static const bool installed = installHandler();
  for (unsigned i = 0; i < slots; ++i) {
    Slot& slot = slotTable[i];
    if (!slot.taken.exchange(true)) {
      const auto address = reinterpret_cast<std::uintptr_t>(begin);
      slot.begin.store(address);
      slot.end.store(address + bytes);
      slot.faulted.store(false);
      slot.version.fetch_add(1);
      return FaultGuard(i);
    }
  }
  return std::nullopt;
}

FaultGuard::FaultGuard(FaultGuard&& other) noexcept : m_slot(std::exchange(other.m_slot, slots)) {}

FaultGuard& FaultGuard::operator=(FaultGuard&& other) noexcept {
  if (this != &other) {
    release();
    m_slot = std::exchange(other.m_slot, slots);
  }
  return *this;
}

FaultGuard::~FaultGuard() {
  release();
}

void FaultGuard::release() {
  if (m_slot == slots) {
    return;
  }
  Slot& slot = slotTable[m_slot];
  slot.version.fetch_add(1);
  while (slot.handlers.load() != 0) {
    std::this_thread::yield();
  }
  slot.taken.store(false);
  m_slot = slots;
}

bool FaultGuard::faulted() const {
  return slotTable[m_slot].faulted.load();
}

} // namespace assay
