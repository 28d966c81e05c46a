#pragma once

#include "core/stats/tensor_analysis.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace assay {

/// Collects the figures of a dtype of 32 or 64 bits, block by block. Used by one thread. Parts of a
/// tensor may be added to several tallies in any order and merged in any order: sums of floats are
/// kept by part and added up in the order of the parts at the end.
class WideTally {
 public:
  virtual ~WideTally() = default;
  WideTally() = default;
  WideTally(const WideTally&) = delete;
  WideTally& operator=(const WideTally&) = delete;

  virtual void reset() = 0;

  /// What is added next is part `part` of the tensor.
  virtual void beginPart(std::uint32_t part) = 0;

  /// Values that follow one another, the first with index `first` in the tensor. A multiple of
  /// `momentBlock` of them, but for the last of a part. Bytes need no alignment.
  virtual void add(std::span<const std::byte> bytes, std::uint64_t first) = 0;

  /// `other` is of the same dtype and targets.
  virtual void merge(const WideTally& other) = 0;

  [[nodiscard]] virtual TensorAnalysis finish() = 0;
};

/// For F32, F64, I32, U32, I64, U64 and C64 (whose parts are F32 values).
[[nodiscard]] std::unique_ptr<WideTally> makeWideTally(Dtype dtype, const TargetSet& targets);

} // namespace assay
