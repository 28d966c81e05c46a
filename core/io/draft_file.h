#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace assay {

/// A file that is being written beside its target. Where the system can, it has no name, so that
/// even a killed process leaves nothing behind; else a hidden one (".NAME.PID-N.part"). Gone with
/// the object unless published. Move-only.
class DraftFile {
 public:
  enum class Name : std::uint8_t { NoneIfPossible, Hidden };

  /// Nothing, with errno set, where none can be made.
  [[nodiscard]] static std::optional<DraftFile> beside(const std::filesystem::path& target,
                                                       Name name = Name::NoneIfPossible);

  DraftFile(DraftFile&& other) noexcept;
  DraftFile& operator=(DraftFile&&) = delete;
  ~DraftFile();

  [[nodiscard]] int descriptor() const { return m_descriptor; }

  enum class IfTaken : std::uint8_t { Refuse, Replace };

  /// Gives the file the target's name and closes it; the last call. Returns 0 or an errno: EEXIST
  /// where the name is taken and IfTaken is Refuse.
  [[nodiscard]] int publish(const std::filesystem::path& target, IfTaken ifTaken);

 private:
  DraftFile(int descriptor, std::filesystem::path name);
  [[nodiscard]] int close();
  [[nodiscard]] int takeName(const std::filesystem::path& target);

  int m_descriptor;             ///< -1 once closed
  std::filesystem::path m_name; ///< empty while it has none
};

/// The folder that holds `path`.
[[nodiscard]] std::filesystem::path folderOf(const std::filesystem::path& path);

} // namespace assay
