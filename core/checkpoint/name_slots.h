#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace assay {

/// Finds ids by name, four bytes a slot: the names stay where they are and are asked for by
/// `nameOf(id)`. For up to 2^32 - 2 names. Not for several threads while names are added.
class NameSlots {
 public:
  /// Makes room for this many names at once.
  template<typename NameOf>
  void reserve(std::size_t names, const NameOf& nameOf) {
    const std::size_t wanted = std::bit_ceil(names + names / 2 + 1);
    if (wanted > m_slots.size()) {
      rehash(wanted, nameOf);
    }
  }

  template<typename NameOf>
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name,
                                                  const NameOf& nameOf) const {
    if (m_slots.empty()) {
      return std::nullopt;
    }
    const std::uint32_t slot = m_slots[slotFor(name, nameOf)];
    return slot == 0 ? std::nullopt : std::optional(slot - 1);
  }

  /// Notes `id` under its name, unless the name is there already: then gives the id that is.
  template<typename NameOf>
  std::optional<std::uint32_t> insert(std::uint32_t id, const NameOf& nameOf) {
    reserve(m_count + 1, nameOf);
    std::uint32_t& slot = m_slots[slotFor(nameOf(id), nameOf)];
    if (slot != 0) {
      return slot - 1;
    }
    slot = id + 1;
    ++m_count;
    return std::nullopt;
  }

 private:
  template<typename NameOf>
  [[nodiscard]] std::size_t slotFor(std::string_view name, const NameOf& nameOf) const {
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = std::hash<std::string_view>{}(name)&mask;
    while (m_slots[at] != 0 && nameOf(m_slots[at] - 1) != name) {
      at = (at + 1) & mask;
    }
    return at;
  }

  template<typename NameOf>
  void rehash(std::size_t slots, const NameOf& nameOf) {
    std::vector<std::uint32_t> old(slots);
    old.swap(m_slots);
    for (const std::uint32_t slot : old) {
      if (slot != 0) {
        m_slots[slotFor(nameOf(slot - 1), nameOf)] = slot;
      }
    }
  }

  std::vector<std::uint32_t> m_slots; ///< open addressing: 1 + id, 0 for free; a power of two
  std::size_t m_count = 0;
};

} // namespace assay
