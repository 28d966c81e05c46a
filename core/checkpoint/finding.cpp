#include "core/checkpoint/finding.h"

#include <algorithm>
#include <array>

namespace assay {
namespace {

// In the order of the enumeration.
constexpr std::array<std::string_view, 57> names{"empty_file",
                                                 "not_a_checkpoint",
                                                 "git_lfs_pointer",
                                                 "html_page",
                                                 "json_error_page",
                                                 "zip_archive",
                                                 "pickle",
                                                 "gguf",
                                                 "numpy",
                                                 "hdf5",
                                                 "gzip",
                                                 "starts_with_zeros",
                                                 "truncated",
                                                 "trailing_bytes",
                                                 "header_over_reference_limit",
                                                 "header_padding",
                                                 "unaligned_data",
                                                 "invalid_json",
                                                 "invalid_utf8",
                                                 "unknown_dtype",
                                                 "bad_entry",
                                                 "duplicate_name",
                                                 "gap",
                                                 "overlap",
                                                 "shared_range",
                                                 "size_mismatch",
                                                 "overflow",
                                                 "partial_bytes",
                                                 "metadata_not_string",
                                                 "out_of_order",
                                                 "large_metadata",
                                                 "no_tensors",
                                                 "missing_shard",
                                                 "unreadable_shard",
                                                 "absent_from_shard",
                                                 "in_two_shards",
                                                 "hash_mismatch",
                                                 "dangling_link",
                                                 "outside_folder",
                                                 "wrong_extension",
                                                 "not_in_index",
                                                 "wrong_shard",
                                                 "duplicate_index_key",
                                                 "dtype_differs_from_config",
                                                 "stray_file",
                                                 "total_size_differs",
                                                 "tied",
                                                 "part_of_a_set",
                                                 "unfinished_download",
                                                 "nan",
                                                 "inf",
                                                 "all_zero",
                                                 "constant",
                                                 "overflow_on_conversion",
                                                 "looks_byte_swapped",
                                                 "file_changed",
                                                 "loader_refuses"};
static_assert(names.size() == static_cast<std::size_t>(FindingCode::LoaderRefuses) + 1);

} // namespace

std::string_view severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Info:
    return "info";
  }
  return "";
}

std::string_view findingName(FindingCode code) {
  return names[static_cast<std::size_t>(code)];
}

void sortWorstFirst(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.severity < b.severity; });
}

} // namespace assay
