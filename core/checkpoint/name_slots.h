#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace assay {

/// Finds ids by name, eight bytes a slot: the names stay where they are and are asked for by
/// `nameOf(id)`, which need not outlive a call. For up to 2^32 - 2 names. Not for several threads
/// while names are added.
class NameSlots {
 public:
  /// Makes room for this many names at once.
  void reserve(std::size_t names) {
    const std::size_t wanted = std::bit_ceil(names + names / 2 + 1);
    if (wanted > m_slots.size()) {
      grow(wanted);
    }
  }

  template<typename NameOf>
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name,
                                                  const NameOf& nameOf) const {
    if (m_slots.empty()) {
      return std::nullopt;
    }
    const Slot& slot = m_slots[slotFor(name, hashOf(name), nameOf)];
    return slot.taken == 0 ? std::nullopt : std::optional(slot.taken - 1);
  }

  /// Notes `id` under its name, unless the name is there already: then gives the id that is.
  template<typename NameOf>
  std::optional<std::uint32_t> insert(std::uint32_t id, const NameOf& nameOf) {
    reserve(m_count + 1);
    const std::string_view name = nameOf(id);
    const std::uint32_t hash = hashOf(name);
    Slot& slot = m_slots[slotFor(name, hash, nameOf)];
    if (slot.taken != 0) {
      return slot.taken - 1;
    }
    slot = {id + 1, hash};
    ++m_count;
    return std::nullopt;
  }

 private:
  struct Slot {
    std::uint32_t taken = 0; ///< 1 + id, 0 for free
    std::uint32_t hash = 0;  ///< of its name: growing does not touch the names
  };

  static std::uint32_t hashOf(std::string_view name) {
    const std::uint64_t hash = std::hash<std::string_view>{}(name);
    return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
  }

  template<typename NameOf>
  [[nodiscard]] std::size_t slotFor(std::string_view name, std::uint32_t hash,
                                    const NameOf& nameOf) const {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = hash & mask;
    while (m_slots[at].taken != 0 &&
           (m_slots[at].hash != hash || nameOf(m_slots[at].taken - 1) != name)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  void grow(std::size_t slots) {
    std::vector<Slot> old(slots);
    old.swap(m_slots);
    const std::size_t mask = slots - 1;
    for (const Slot& slot : old) {
      if (slot.taken != 0) {
        std::size_t at = slot.hash & mask;
        while (m_slots[at].taken != 0) {
          at = (at + 1) & mask;
        }
        m_slots[at] = slot;
      }
    }
  }

  std::vector<Slot> m_slots; ///< open addressing; a power of two
  std::size_t m_count = 0;
};

} // namespace assay
