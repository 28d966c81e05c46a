#include "core/stats/value_findings.h"

#include "core/base/number_text.h"
#include "core/tensor/encode.h"

#include <fmt/format.h>

#include <cmath>

namespace assay {
namespace {

/// Makes the findings of one tensor.
class Judge {
 public:
  Judge(const TensorInfo& info, const std::string& fileName, const TensorAnalysis& analysis)
      : m_info(info), m_fileName(fileName), m_analysis(analysis),
        m_statistics(analysis.statistics) {}

  std::vector<Finding> judge(const std::optional<ChosenConversion>& conversion) {
    judgeNan();
    judgeInf();
    judgeSameness();
    if (m_statistics.looksByteSwapped) {
      add(Severity::Info, FindingCode::LooksByteSwapped, 0, "Bytes may be the wrong way round",
          fmt::format("The values of “{}” spread over sizes as weights do not, and would lie "
                      "together with the bytes of each value the other way round. Was the file "
                      "written on a big-endian machine? (Write it again with little-endian values)",
                      m_info.name));
    }
    if (conversion) {
      judgeConversion(*conversion);
    }
    return std::move(m_findings);
  }

 private:
  void add(Severity severity, FindingCode code, std::uint64_t value, std::string title,
           std::string message) {
    const std::uint64_t bits = dtypeFacts(m_info.dtype).bits / valuesPerElement(m_info.dtype);
    const std::uint64_t position = m_info.fileRange.begin + value / 8 * bits + value % 8 * bits / 8;
    m_findings.push_back({severity, code, m_fileName, std::string(m_info.name), position,
                          std::move(title), std::move(message)});
  }

  [[nodiscard]] std::string outOfAll(std::uint64_t count) const {
    return fmt::format("{} of {} in “{}”", groupedText(count),
                       countText(m_statistics.count, "value"), m_info.name);
  }

  void judgeNan() {
    if (m_statistics.nan == 0) {
      return;
    }
    const std::uint64_t first = m_statistics.firstNan.value_or(0);
    const bool eightBits =
        dtypeFacts(m_info.dtype).kind == DtypeKind::Float && dtypeFacts(m_info.dtype).bits == 8;
    add(Severity::Error, FindingCode::Nan, first, countText(m_statistics.nan, "NaN value"),
        fmt::format("{} {} NaN, the first at index {}. {}", outOfAll(m_statistics.nan),
                    m_statistics.nan == 1 ? "is" : "are", groupedText(first),
                    eightBits
                        ? "In an 8-bit float NaN is what values beyond its range often become: "
                          "convert again from the original, with a scale or saturating."
                        : "A model that uses it computes NaN: get the file again, or go back "
                          "to a checkpoint from before training went wrong."));
  }

  void judgeInf() {
    if (m_statistics.inf() == 0) {
      return;
    }
    const std::uint64_t first = m_statistics.firstInf.value_or(0);
    add(Severity::Warning, FindingCode::Inf, first, countText(m_statistics.inf(), "infinite value"),
        fmt::format("{} {} infinite ({} +Inf, {} -Inf), the first at index {}. An attention mask "
                    "holds them rightly; in weights they come from an overflow.",
                    outOfAll(m_statistics.inf()), m_statistics.inf() == 1 ? "is" : "are",
                    groupedText(m_statistics.posInf), groupedText(m_statistics.negInf),
                    groupedText(first)));
  }

  void judgeSameness() {
    if (m_statistics.allZero()) {
      add(Severity::Warning, FindingCode::AllZero, 0, "All values are zero",
          fmt::format("All {} of “{}” are 0. A bias may be; a weight matrix was probably never "
                      "filled in (compare with the original checkpoint).",
                      countText(m_statistics.count, "value"), m_info.name));
    } else if (m_statistics.constant()) {
      add(Severity::Info, FindingCode::Constant, 0, "All values are equal",
          fmt::format("All {} of “{}” are {}.", countText(m_statistics.count, "value"), m_info.name,
                      valueText(toDouble(m_statistics.finite->min))));
    }
  }

  void judgeConversion(const ChosenConversion& conversion) {
    const ConversionLoss* loss = m_analysis.loss(conversion.target);
    const std::uint64_t count = loss == nullptr ? 0 : loss->count(LossClass::Overflow);
    if (count == 0) {
      return; // says nothing about activations: no finding is no promise
    }
    const std::string_view target = dtypeName(conversion.target);
    const std::string largest = fmt::format("{}", largestFinite(conversion.target));
    const std::string_view outcome = overflowOutcome(conversion);
    const std::string becomes = outcome == "inf"   ? "±Inf"
                                : outcome == "nan" ? "NaN"
                                                   : "±" + largest;
    add(Severity::Warning, FindingCode::OverflowOnConversion, 0,
        fmt::format("{} beyond {}", countText(count, "value"), target),
        fmt::format("{} {} beyond the largest value of {} ({}) and would become {}; the largest "
                    "size is {}. ({})",
                    outOfAll(count), count == 1 ? "is" : "are", target, largest, becomes,
                    valueText(toDouble(m_statistics.finite->absMax)),
                    conversion.target == Dtype::BF16 ? "Keep the wider dtype, or scale"
                                                     : "Choose BF16, or scale first"));
  }

  const TensorInfo& m_info;
  const std::string& m_fileName;
  const TensorAnalysis& m_analysis;
  const TensorStatistics& m_statistics;
  std::vector<Finding> m_findings;
};

} // namespace

std::string_view overflowOutcome(const ChosenConversion& conversion) {
  if (conversion.rule == OverflowRule::Saturate) {
    return "largest";
  }
  return dtypeFacts(conversion.target).layout.specials == FloatSpecials::Ieee ? "inf" : "nan";
}

std::vector<Finding> valueFindings(const TensorInfo& info, const std::string& fileName,
                                   const TensorAnalysis& analysis,
                                   const std::optional<ChosenConversion>& conversion) {
  return Judge(info, fileName, analysis).judge(conversion);
}

std::vector<Finding> valueFindings(const Checkpoint& checkpoint, const CheckpointAnalysis& analysis,
                                   const std::optional<ChosenConversion>& conversion) {
  std::vector<Finding> findings;
  for (std::size_t row = 0; row < analysis.tensors.size(); ++row) {
    if (analysis.tensors[row]) {
      const TensorInfo info = checkpoint.table().at(row);
      auto own = valueFindings(info, checkpoint.shard(info.shard).fileName, *analysis.tensors[row],
                               conversion);
      std::move(own.begin(), own.end(), std::back_inserter(findings));
    }
  }
  sortWorstFirst(findings);
  return findings;
}

} // namespace assay
