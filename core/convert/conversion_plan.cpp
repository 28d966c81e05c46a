#include "core/convert/conversion_plan.h"

#include "core/base/checked.h"
#include "core/base/glob.h"
#include "core/base/json_writer.h"
#include "core/base/number_text.h"
#include "core/checkpoint/header_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace assay {
namespace {

bool isTarget(Dtype dtype) {
  return dtype == Dtype::F16 || dtype == Dtype::BF16 || dtype == Dtype::F8_E4M3 ||
         dtype == Dtype::F8_E5M2 || dtype == Dtype::F32;
}

/// The tensors that the result will have, in table order.
class Selection {
 public:
  Selection(const Checkpoint& source, const ConversionOptions& options)
      : m_source(source), m_options(options) {}

  Result<std::vector<PlannedTensor>> make(ConversionPlan& plan) {
    const TensorTable& table = m_source.table();
    std::vector<PlannedTensor> tensors;
    bool matched = false;
    for (std::size_t i = 0; i < table.size(); ++i) {
      const TensorInfo info = table.at(i);
      if (info.superseded || !anyGlobMatches(m_options.tensors, info.name)) {
        continue;
      }
      matched = true;
      if (const auto planned = planOne(info)) {
        plan.readBytes += info.dataOffsets.size();
        ++(planned->converted ? plan.converted : plan.unchanged);
        tensors.push_back(*planned);
      } else {
        ++plan.leftOut;
      }
    }
    if (!matched && !m_options.tensors.empty()) {
      return fail({.code = ErrorCode::NoSuchTensor,
                   .subject = m_source.path().string(),
                   .detail = "nothing matches the pattern " + m_options.tensors.front()});
    }
    return tensors;
  }

 private:
  [[nodiscard]] std::optional<PlannedTensor> planOne(const TensorInfo& info) const {
    const bool whole = info.state == TensorState::Present || info.state == TensorState::NotInIndex;
    if (!whole || !info.sizeMatches || !info.described) {
      return std::nullopt;
    }
    PlannedTensor planned{info.id, info.dtype, false, info.dataOffsets.size()};
    if (m_options.to && isConvertible(info.dtype) && info.dtype != *m_options.to) {
      planned.dtype = *m_options.to;
      planned.converted = true;
      planned.bytes = bytesFor(planned.dtype, info.elements().value_or(0)).value_or(0);
    }
    return planned;
  }

  const Checkpoint& m_source;
  const ConversionOptions& m_options;
};

/// How many tensors from the front go into each file.
std::vector<std::size_t> cutGreedily(const std::vector<PlannedTensor>& tensors,
                                     std::uint64_t most) {
  std::vector<std::size_t> sizes;
  std::uint64_t bytes = 0;
  std::size_t count = 0;
  for (const PlannedTensor& tensor : tensors) {
    if (count > 0 && (tensor.bytes > most || bytes > most - tensor.bytes)) {
      sizes.push_back(count);
      bytes = 0;
      count = 0;
    }
    bytes += tensor.bytes;
    ++count;
  }
  if (count > 0 || sizes.empty()) {
    sizes.push_back(count);
  }
  return sizes;
}

/// Cuts where the running sum passes an even share of the total, at least one tensor a file.
std::vector<std::size_t> cutEvenly(const std::vector<PlannedTensor>& tensors, std::size_t files) {
  double total = 0;
  for (const PlannedTensor& tensor : tensors) {
    total += static_cast<double>(tensor.bytes);
  }
  std::vector<std::size_t> sizes;
  double sum = 0;
  std::size_t next = 0;
  for (std::size_t file = 0; file < files; ++file) {
    const double goal = total * static_cast<double>(file + 1) / static_cast<double>(files);
    const std::size_t first = next;
    const std::size_t leave = files - file - 1; // one for each file that is still to come
    while (next < tensors.size() - leave) {
      const auto bytes = static_cast<double>(tensors[next].bytes);
      if (next > first && leave > 0 && sum + bytes / 2 > goal) {
        break;
      }
      sum += bytes;
      ++next;
    }
    sizes.push_back(next - first);
  }
  return sizes;
}

OutputTensor outputOf(const TensorTable& table, const PlannedTensor& planned) {
  const TensorInfo info = table[planned.source];
  return {info.name, planned.converted ? dtypeName(planned.dtype) : info.dtypeText, planned.dtype,
          info.shape, planned.bytes};
}

Metadata metadataOf(const Checkpoint& source) {
  Metadata merged;
  for (const Shard& shard : source.shards()) {
    for (const auto& entry : shard.metadata) {
      const bool known = std::any_of(merged.begin(), merged.end(),
                                     [&](const auto& other) { return other.first == entry.first; });
      if (!known) {
        merged.push_back(entry);
      }
    }
  }
  return merged;
}

Result<PlannedFile> makeFile(const Checkpoint& source, std::span<const PlannedTensor> tensors,
                             const Metadata& metadata) {
  std::vector<OutputTensor> outputs;
  outputs.reserve(tensors.size());
  for (const PlannedTensor& planned : tensors) {
    outputs.push_back(outputOf(source.table(), planned));
  }
  PlannedFile file;
  std::vector<OutputTensor> ordered;
  for (const std::size_t i : referenceOrder(outputs)) {
    file.tensors.push_back(tensors[i]);
    ordered.push_back(outputs[i]);
    file.dataBytes += tensors[i].bytes;
  }
  auto header = headerBytes(ordered, metadata);
  if (!header) {
    return fail(header.error());
  }
  file.header = std::move(*header);
  return file;
}

std::string makeIndex(const Checkpoint& source, const ConversionPlan& plan) {
  std::uint64_t total = 0;
  std::map<std::string_view, std::string_view> weightMap;
  for (const PlannedFile& file : plan.files) {
    total += file.dataBytes;
    for (const PlannedTensor& tensor : file.tensors) {
      weightMap[source.table()[tensor.source].name] = file.name;
    }
  }
  std::ostringstream out;
  JsonWriter json(out);
  json.beginObject();
  json.key("metadata").beginObject().member("total_size", total).endObject();
  json.key("weight_map").beginObject();
  for (const auto& [name, file] : weightMap) {
    json.member(name, file);
  }
  json.endObject().endObject();
  return out.str();
}

void addNotes(const ConversionOptions& options, ConversionPlan& plan) {
  if (options.to && plan.unchanged > 0) {
    plan.notes.push_back(countText(plan.unchanged, "tensor") +
                         " copied unchanged: not a float dtype that is converted, or already " +
                         std::string(dtypeName(*options.to)));
  }
  if (plan.leftOut > 0) {
    plan.notes.push_back(countText(plan.leftOut, "tensor") +
                         " left out: not all of their bytes are there");
  }
}

Result<std::vector<std::size_t>> cut(const std::vector<PlannedTensor>& tensors,
                                     const ConversionOptions& options) {
  if (options.maxShardBytes) {
    return cutGreedily(tensors, *options.maxShardBytes);
  }
  const std::uint64_t files = options.shards.value_or(1);
  if (files == 0 || files > std::max<std::size_t>(tensors.size(), 1) || files > 99'999) {
    return fail({.code = ErrorCode::BadOption,
                 .subject = "--shards",
                 .expected = files,
                 .actual = tensors.size(),
                 .detail = "each shard needs a tensor"});
  }
  return cutEvenly(tensors, files);
}

} // namespace

bool isConvertible(Dtype dtype) {
  const DtypeFacts& facts = dtypeFacts(dtype);
  return facts.kind == DtypeKind::Float && facts.bits >= 8;
}

Result<std::uint64_t> parseShardSize(std::string_view text) {
  const Error bad{.code = ErrorCode::BadOption,
                  .subject = std::string(text),
                  .detail = "write a size such as 5GB, 500MB or 1.5GB"};
  constexpr std::pair<std::string_view, std::uint64_t> units[] = {{"TB", 1'000'000'000'000},
                                                                  {"GB", 1'000'000'000},
                                                                  {"MB", 1'000'000},
                                                                  {"KB", 1'000},
                                                                  {"kB", 1'000},
                                                                  {"B", 1},
                                                                  {"", 1}};
  for (const auto& [unit, factor] : units) {
    if (!text.ends_with(unit)) {
      continue;
    }
    std::string_view digits = text.substr(0, text.size() - unit.size());
    while (digits.ends_with(' ')) {
      digits.remove_suffix(1);
    }
    const bool plain = !digits.empty() && digits.size() <= 15 && digits.front() != '.' &&
                       digits.find_first_not_of("0123456789.") == std::string_view::npos &&
                       std::count(digits.begin(), digits.end(), '.') <= 1;
    const double value = plain ? std::stod(std::string(digits)) * static_cast<double>(factor) : 0;
    if (!plain || value < 1 || value > 1e18) {
      return fail(bad);
    }
    return static_cast<std::uint64_t>(std::llround(value));
  }
  return fail(bad);
}

Result<ConversionPlan> planConversion(const Checkpoint& source, const ConversionOptions& options) {
  if (!source.readable()) {
    return fail({.code = ErrorCode::NotACheckpoint, .subject = source.path().string()});
  }
  if (options.to && !isTarget(*options.to)) {
    return fail({.code = ErrorCode::BadOption,
                 .subject = std::string(dtypeName(*options.to)),
                 .detail = "convert to F32, F16, BF16, F8_E4M3 or F8_E5M2"});
  }
  ConversionPlan plan;
  const auto tensors = Selection(source, options).make(plan);
  if (!tensors) {
    return fail(tensors.error());
  }
  const auto sizes = cut(*tensors, options);
  if (!sizes) {
    return fail(sizes.error());
  }
  const bool sharded = options.maxShardBytes || options.shards;
  const Metadata metadata = metadataOf(source);
  std::span<const PlannedTensor> rest(*tensors);
  for (std::size_t i = 0; i < sizes->size(); ++i) {
    auto file = makeFile(source, rest.first((*sizes)[i]), metadata);
    if (!file) {
      return fail(file.error());
    }
    if (sharded) {
      file->name = fmt::format("model-{:05}-of-{:05}.safetensors", i + 1, sizes->size());
    }
    plan.totalBytes += file->fileBytes();
    plan.files.push_back(std::move(*file));
    rest = rest.subspan((*sizes)[i]);
  }
  if (sharded) {
    plan.index = makeIndex(source, plan);
    plan.totalBytes += plan.index.size();
  }
  addNotes(options, plan);
  return plan;
}

} // namespace assay
