#include "core/tensor/element_stream.h"

#include <algorithm>
#include <utility>

namespace assay {
namespace {

constexpr std::uint64_t mostInBlock = 65'536;

} // namespace

ElementStream::ElementStream(std::shared_ptr<const FileBytes> file, ValuesLayout layout,
                             Slice slice, NibbleOrder order)
    : m_file(std::move(file)), m_layout(std::move(layout)), m_slice(std::move(slice)),
      m_order(order), m_runs(m_slice) {}

Result<ElementBlock> ElementStream::next() {
  if (m_rest.count == 0) {
    const auto run = m_runs.next();
    if (!run) {
      return ElementBlock();
    }
    m_rest = *run;
  }
  const auto count = static_cast<std::size_t>(std::min(m_rest.count, mostInBlock));
  auto block = readElements(*m_file, m_layout, m_rest.first, count, m_order);
  if (!block) {
    return block;
  }
  m_rest.first += block->count();
  m_rest.count -= block->count(); // stays above 0 where the file ends: the next block is empty too
  m_given += block->count();
  return block;
}

std::uint64_t availableElements(const Slice& slice, const ValuesLayout& layout) {
  if (layout.available == layout.elements) {
    return slice.elements();
  }
  std::uint64_t there = 0;
  SliceRuns runs(slice);
  for (auto run = runs.next(); run && run->first < layout.available; run = runs.next()) {
    there += std::min(run->count, layout.available - run->first);
    if (run->first + run->count > layout.available) {
      break;
    }
  }
  return there;
}

} // namespace assay
