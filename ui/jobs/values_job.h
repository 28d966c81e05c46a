#pragma once

#include "core/base/result.h"
#include "core/checkpoint/checkpoint.h"
#include "core/tensor/tensor_values.h"

#include <QString>
#include <memory>
#include <vector>

namespace assay {

/// The texts of a rectangle of values, made in the background.
struct ValueTexts {
  ElementRectangle where{};
  std::vector<std::vector<QString>> rows{};   ///< shorter where the tensor or the file ends
  std::vector<std::vector<double>> numbers{}; ///< the same as float64; C64: the real part
};

/// Reads a rectangle of a tensor and says its values: as hexadecimal bytes where the layout shows
/// bytes, else in the fewest digits that read back the same, with a true minus sign.
[[nodiscard]] Result<ValueTexts> readValueTexts(const std::shared_ptr<const FileBytes>& file,
                                                const ValuesLayout& layout,
                                                const ElementRectangle& where, NibbleOrder order);

} // namespace assay
