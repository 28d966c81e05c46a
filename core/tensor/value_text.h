#pragma once

#include "core/tensor/element.h"

#include <string>
#include <vector>

namespace assay {

/// The shortest decimal that reads back to the same stored value in its own dtype: the digits that
/// tell it from its neighbours and no more, so BF16 code 0x3DCD (0.10009765625) is "0.1" and the
/// largest F16 is "65500". Integers are plain. "inf", "-inf", "nan"; BOOL "false" and "true", other
/// bytes as numbers; C64 "1.5-2j". F8_E8M0, whose steps are powers of two, has the shortest text of
/// the value as F32. Known dtypes only.
[[nodiscard]] std::string elementText(Dtype dtype, ElementCode code);

/// The shortest decimal that is the stored value for a reader who takes it as float64 and knows
/// nothing of dtypes: 0x3DCD is "0.10009765625", F32 0.1 is "0.10000000149011612". Else as above.
[[nodiscard]] std::string exactText(Dtype dtype, ElementCode code);

/// Makes texts for many elements of one dtype: those of dtypes of at most 16 bits are made once a
/// code. Used by one thread at a time.
class ElementTexts {
 public:
  using Make = std::string (*)(Dtype, ElementCode);
  /// `make`: elementText, exactText or another pure function that never gives an empty text.
  ElementTexts(Dtype dtype, Make make);
  /// `code` has no bits beyond the dtype's. Valid until the next call.
  [[nodiscard]] const std::string& of(ElementCode code);

 private:
  Dtype m_dtype;
  Make m_make;
  std::vector<std::string> m_made; ///< by code; empty where not made yet, or for wide dtypes
  std::string m_last;
};

} // namespace assay
