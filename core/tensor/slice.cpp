#include "core/tensor/slice.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <string>

namespace assay {
namespace {

Error badSlice(std::string_view text) {
  return {.code = ErrorCode::BadSlice, .detail = std::string(text)};
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// A number that leaves 64 bits is as good as the end of the range: bounds are clamped anyway.
std::optional<std::int64_t> parseNumber(std::string_view text) {
  std::int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, problem] = std::from_chars(text.data(), end, number);
  if (stopped != end || problem == std::errc::invalid_argument) {
    return std::nullopt;
  }
  if (problem == std::errc::result_out_of_range) {
    return text.front() == '-' ? std::numeric_limits<std::int64_t>::min()
                               : std::numeric_limits<std::int64_t>::max();
  }
  return number;
}

std::optional<SliceItem> parseItem(std::string_view text) {
  SliceItem item;
  const std::size_t colon = text.find(':');
  const std::string_view start = trimmed(text.substr(0, colon));
  const std::string_view stop =
      colon == std::string_view::npos ? std::string_view() : trimmed(text.substr(colon + 1));
  item.pick = colon == std::string_view::npos;
  item.start = parseNumber(start);
  item.stop = parseNumber(stop);
  const bool startIsWrong = !item.start && (item.pick || !start.empty());
  const bool stopIsWrong = !item.stop && !stop.empty();
  return startIsWrong || stopIsWrong ? std::nullopt : std::optional(item);
}

/// Python's reading of a bound: from the end where negative, never outside [0, dim].
std::uint64_t clampedBound(std::int64_t bound, std::uint64_t dim) {
  if (bound >= 0) {
    return std::min(static_cast<std::uint64_t>(bound), dim);
  }
  const std::uint64_t fromEnd = 0 - static_cast<std::uint64_t>(bound);
  return fromEnd > dim ? 0 : dim - fromEnd;
}

struct Part {
  std::uint64_t begin;
  std::uint64_t extent;
};

std::optional<Part> partOf(const SliceItem& item, std::uint64_t dim) {
  if (item.pick) {
    const std::int64_t index = item.start.value_or(0);
    const bool inside = index >= 0 ? static_cast<std::uint64_t>(index) < dim
                                   : 0 - static_cast<std::uint64_t>(index) <= dim;
    return inside ? std::optional(Part{clampedBound(index, dim), 1}) : std::nullopt;
  }
  const std::uint64_t begin = clampedBound(item.start.value_or(0), dim);
  const std::uint64_t end = item.stop ? clampedBound(*item.stop, dim) : dim;
  return Part{begin, end > begin ? end - begin : 0};
}

} // namespace

Result<std::vector<SliceItem>> parseSlice(std::string_view text) {
  std::vector<SliceItem> items;
  if (trimmed(text).empty()) {
    return items;
  }
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const auto item = parseItem(text.substr(at, comma - at));
    if (!item) {
      return fail(badSlice(text));
    }
    items.push_back(*item);
    at = comma + 1;
  }
  return items;
}

Result<Slice> Slice::of(std::span<const SliceItem> items, std::span<const std::uint64_t> shape) {
  if (items.size() > shape.size()) {
    return fail(
        badSlice(fmt::format("it has {} axes, the tensor has {}", items.size(), shape.size())));
  }
  static const SliceItem whole{};
  Slice slice;
  slice.m_elements = 1;
  slice.m_whole = true;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const SliceItem& item = axis < items.size() ? items[axis] : whole;
    const auto part = partOf(item, shape[axis]);
    if (!part) {
      return fail(badSlice(fmt::format("axis {} has {} items, there is no item {}", axis,
                                       shape[axis], item.start.value_or(0))));
    }
    slice.m_axes.push_back({part->begin, part->extent, 1});
    slice.m_elements *= part->extent; // at most the product of the shape, or 0
    slice.m_whole = slice.m_whole && part->extent == shape[axis];
    if (!item.pick) {
      slice.m_shape.push_back(part->extent);
    }
  }
  for (std::size_t axis = shape.size(); axis-- > 1;) {
    slice.m_axes[axis - 1].stride = slice.m_axes[axis].stride * shape[axis];
  }
  // Axes that are whole join the run of the axis before them.
  while (slice.m_axes.size() > 1 && slice.m_axes.back().extent == shape[slice.m_axes.size() - 1]) {
    slice.m_axes.pop_back();
  }
  slice.m_runLength =
      slice.m_axes.empty() ? 1 : slice.m_axes.back().extent * slice.m_axes.back().stride;
  return slice;
}

SliceRuns::SliceRuns(const Slice& slice)
    : m_slice(&slice), m_counters(slice.m_axes.empty() ? 0 : slice.m_axes.size() - 1),
      m_done(slice.m_elements == 0) {}

std::optional<ElementRun> SliceRuns::next() {
  if (m_done) {
    return std::nullopt;
  }
  const auto& axes = m_slice->m_axes;
  ElementRun run{axes.empty() ? 0 : axes.back().begin * axes.back().stride, m_slice->m_runLength};
  for (std::size_t axis = 0; axis < m_counters.size(); ++axis) {
    run.first += (axes[axis].begin + m_counters[axis]) * axes[axis].stride;
  }
  m_done = true; // unless an axis has a next item
  for (std::size_t axis = m_counters.size(); axis-- > 0;) {
    if (++m_counters[axis] < axes[axis].extent) {
      m_done = false;
      break;
    }
    m_counters[axis] = 0;
  }
  return run;
}

} // namespace assay
