#include "app/cli/output.h"

#include "core/io/descriptor_buffer.h"
#include "core/io/new_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

namespace assay::cli {

struct Output::State {
  std::optional<NewFile> file{}; ///< else standard output
  DescriptorBuffer standard{STDOUT_FILENO};
  std::ostream standardStream{&standard};
};

Result<Output> Output::open(const std::string& file, bool force,
                            std::span<const std::filesystem::path> inputs) {
  auto state = std::make_unique<State>();
  if (file.empty() || file == "-") {
    return Output(std::move(state));
  }
  for (const std::filesystem::path& input : inputs) {
    std::error_code absent;
    if (std::filesystem::equivalent(file, input, absent)) {
      return fail({.code = ErrorCode::OutputIsInput, .subject = file});
    }
  }
  auto made = NewFile::create(file, force ? NewFile::IfExists::Replace : NewFile::IfExists::Refuse);
  if (!made) {
    return fail(made.error());
  }
  state->file.emplace(std::move(*made));
  return Output(std::move(state));
}

Output::Output(std::unique_ptr<State> state) : m_state(std::move(state)) {}
Output::Output(Output&&) noexcept = default;
Output& Output::operator=(Output&&) noexcept = default;
Output::~Output() = default;

std::ostream& Output::stream() {
  return m_state->file ? m_state->file->stream() : m_state->standardStream;
}

bool Output::broken() const {
  return m_state->file ? !m_state->file->status() : m_state->standard.error() != 0;
}

Result<void> Output::finish() {
  if (m_state->file) {
    return m_state->file->commit();
  }
  m_state->standardStream.flush();
  const int reason = m_state->standard.error();
  if (reason == 0 || reason == EPIPE) {
    return {};
  }
  return fail({.code = reason == ENOSPC ? ErrorCode::NoSpace : ErrorCode::WriteFailed,
               .subject = "standard output",
               .position = m_state->standard.written(),
               .detail = std::strerror(reason)});
}

} // namespace assay::cli
