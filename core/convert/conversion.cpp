#include "core/convert/conversion.h"

#include "core/convert/element_converter.h"
#include "core/io/file_bytes.h"

#include <map>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

namespace assay {
namespace {

std::span<const std::byte> bytesOf(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

/// Refuses an output that is one of the files that are read, whatever it is called.
Result<void> checkNotAnInput(const Checkpoint& source, const std::filesystem::path& target) {
  for (const Shard& shard : source.shards()) {
    std::error_code notThere;
    if (std::filesystem::equivalent(shard.path, target, notThere)) {
      return fail({.code = ErrorCode::OutputIsInput, .subject = target.string()});
    }
  }
  return {};
}

/// One run of a conversion: what its steps share.
class Run {
 public:
  Run(const Checkpoint& source, const ConversionOptions& options, std::uint64_t total,
      std::size_t files, const StopToken& stop, ProgressSink& progress)
      : m_source(source), m_options(options), m_stop(stop), m_sink(progress) {
    m_progress.bytesTotal = total;
    m_progress.itemsTotal = files;
  }

  Result<void> writeFile(const PlannedFile& planned, NewFile& file) {
    if (auto ok = file.write(bytesOf(planned.header)); !ok) {
      return ok;
    }
    advance(planned.header.size());
    for (const PlannedTensor& tensor : planned.tensors) {
      if (auto ok = writeTensor(tensor, file); !ok) {
        return ok;
      }
    }
    ++m_progress.itemsDone;
    m_sink.report(m_progress);
    return {};
  }

 private:
  Result<void> writeTensor(const PlannedTensor& planned, NewFile& file) {
    const TensorInfo info = m_source.table()[planned.source];
    const auto& bytes = m_source.shard(info.shard).file;
    auto reader = bytes->chunks(info.fileRange);
    if (!reader) {
      return fail(reader.error());
    }
    for (;;) {
      if (m_stop.stopRequested()) {
        return fail({.code = ErrorCode::Stopped, .subject = file.target().string()});
      }
      const auto chunk = reader->next();
      if (!chunk) {
        return fail(chunk.error());
      }
      if (chunk->empty()) {
        return bytes->verifyUnchanged();
      }
      const auto result = converted(planned, info.dtype, *chunk);
      // Mapped pages of a file that was cut short read as zeros: know before they are written.
      if (auto ok = reader->verify(); !ok) {
        return ok;
      }
      if (auto ok = file.write(result); !ok) {
        return ok;
      }
      advance(result.size());
    }
  }

  std::span<const std::byte> converted(const PlannedTensor& planned, Dtype from,
                                       std::span<const std::byte> chunk) {
    // Even bytes that stay as they are go through the buffer: mapped pages are not handed to the
    // system, which would answer a vanished page with an error in the middle of a write.
    if (!planned.converted) {
      m_buffer.assign(chunk.begin(), chunk.end());
      return m_buffer;
    }
    const ElementConverter& converter = converterFor(from, planned.dtype);
    m_buffer.resize(chunk.size() / converter.sourceBytes() * converter.targetBytes());
    converter.convert(chunk, m_buffer);
    return m_buffer;
  }

  const ElementConverter& converterFor(Dtype from, Dtype to) {
    auto& converter = m_converters[{from, to}];
    if (!converter) {
      converter = std::make_unique<ElementConverter>(
          from, to, m_options.saturate ? OnOverflow::Largest : OnOverflow::Special);
    }
    return *converter;
  }

  void advance(std::uint64_t bytes) {
    m_progress.bytesDone += bytes;
    m_sink.report(m_progress);
  }

  const Checkpoint& m_source;
  const ConversionOptions& m_options;
  const StopToken& m_stop;
  ProgressSink& m_sink;
  Progress m_progress{};
  std::map<std::pair<Dtype, Dtype>, std::unique_ptr<ElementConverter>> m_converters{};
  std::vector<std::byte> m_buffer{};
};

Result<void> makeFolder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    return fail(
        {.code = ErrorCode::WriteFailed, .subject = folder.string(), .detail = failed.message()});
  }
  return {};
}

/// The files of the result beside their plans, made but not yet under their names.
Result<std::vector<NewFile>> createFiles(const Checkpoint& source, const ConversionPlan& plan,
                                         const std::filesystem::path& output,
                                         NewFile::IfExists ifExists) {
  std::vector<std::filesystem::path> targets;
  for (const PlannedFile& file : plan.files) {
    targets.push_back(file.name.empty() ? output : output / file.name);
  }
  if (!plan.index.empty()) {
    targets.push_back(output / "model.safetensors.index.json");
  }
  std::vector<NewFile> files;
  for (const std::filesystem::path& target : targets) {
    if (auto ok = checkNotAnInput(source, target); !ok) {
      return fail(ok.error());
    }
    auto file = NewFile::create(target, ifExists);
    if (!file) {
      return fail(file.error());
    }
    files.push_back(std::move(*file));
  }
  return files;
}

} // namespace

Result<void> runConversion(const Checkpoint& source, const ConversionPlan& plan,
                           const ConversionOptions& options, const std::filesystem::path& output,
                           NewFile::IfExists ifExists, const StopToken& stop,
                           ProgressSink& progress) {
  if (!plan.index.empty()) {
    if (auto ok = makeFolder(output); !ok) {
      return ok;
    }
  }
  auto files = createFiles(source, plan, output, ifExists);
  if (!files) {
    return fail(files.error());
  }
  if (auto ok = files->front().checkRoom(plan.totalBytes); !ok) {
    return ok;
  }
  Run run(source, options, plan.totalBytes, plan.files.size(), stop, progress);
  for (std::size_t i = 0; i < plan.files.size(); ++i) {
    if (auto ok = run.writeFile(plan.files[i], (*files)[i]); !ok) {
      return ok;
    }
  }
  if (!plan.index.empty()) {
    if (auto ok = files->back().write(bytesOf(plan.index)); !ok) {
      return ok;
    }
  }
  for (NewFile& file : *files) {
    if (auto ok = file.commit(); !ok) {
      return ok;
    }
  }
  return {};
}

} // namespace assay
