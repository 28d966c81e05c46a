#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace assay::test {

/// What must hold of the reading of any file whatever. Both give an empty text where it does, else
/// what does not.

/// Opens the file at `path` as a checkpoint: no error but findings; a file that the reference
/// accepts has all of its tensors and no finding of severity error; one that it rejects has such a
/// finding; rows in file order; a bounded number of findings.
[[nodiscard]] std::string checkOpening(const std::filesystem::path& path);

/// Where the fast reader of headers takes `header`, the exact one says the same.
[[nodiscard]] std::string checkReadersAgree(std::string_view header);

} // namespace assay::test
