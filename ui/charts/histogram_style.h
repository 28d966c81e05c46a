#pragma once

#include <QColor>
#include <QFont>
#include <array>

namespace assay {

/// The colours and fonts of a chart, given by whoever knows the theme.
struct HistogramStyle {
  QColor background{};
  QColor text{};
  QColor secondaryText{};
  QColor grid{};
  QColor axis{};
  QColor bar{};                      ///< where no conversion is shown
  std::array<QColor, 6> classes{};   ///< in the order of LossClass
  std::array<QColor, 4> bandFills{}; ///< in the order of ChartZone, translucent
  std::array<QColor, 4> bandTexts{};
  QColor focus{};
  QFont labelFont{};
  QFont bandNameFont{};
};

} // namespace assay
