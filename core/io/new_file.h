#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <ostream>
#include <span>

namespace assay {

/// A file in the making. It is written beside its target (see DraftFile) and appears under the
/// target's name only when it is complete and on the disk; whatever ends the work before that (an
/// error, a stop, a destructor) leaves nothing behind and an existing target as it was.
/// A target that is a device or a pipe (/dev/stdout) is written directly. Move-only; used by one
/// thread at a time.
class NewFile {
 public:
  enum class IfExists : std::uint8_t { Refuse, Replace };

  /// Errors: OutputExists, WriteFailed (with the system's reason), NoSpace.
  [[nodiscard]] static Result<NewFile> create(const std::filesystem::path& target,
                                              IfExists ifExists = IfExists::Refuse);

  NewFile(NewFile&&) noexcept;
  NewFile& operator=(NewFile&&) noexcept;
  ~NewFile();

  [[nodiscard]] const std::filesystem::path& target() const;

  /// NoSpace (`expected` and `actual` bytes) where the file system has less room than `bytes`.
  [[nodiscard]] Result<void> checkRoom(std::uint64_t bytes) const;

  /// Appends. Errors: WriteFailed, NoSpace, with the position.
  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);

  /// The same place as a stream, for writers of text. A failed write sets its badbit; the reason
  /// comes from `status` or `commit`.
  [[nodiscard]] std::ostream& stream();

  /// Whether every write so far went well: WriteFailed, NoSpace.
  [[nodiscard]] Result<void> status() const;

  /// Flushes to the disk and moves the file to its target. The last call; errors as above, and
  /// OutputExists where somebody made the target meanwhile and replacing was not asked for.
  [[nodiscard]] Result<void> commit();

 private:
  struct State;
  explicit NewFile(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

} // namespace assay
