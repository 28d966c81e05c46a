#include "ui/jobs/values_job.h"

#include "core/tensor/value_text.h"

namespace assay {
namespace {

QString cellText(const ElementBlock& block, std::size_t index, bool asBytes) {
  if (asBytes) {
    return QStringLiteral("%1").arg(block.code(index), 2, 16, QLatin1Char('0')).toUpper();
  }
  return QString::fromStdString(block.text(index)).replace(QLatin1Char('-'), QChar(0x2212));
}

} // namespace

Result<ValueTexts> readValueTexts(const std::shared_ptr<const FileBytes>& file,
                                  const ValuesLayout& layout, const ElementRectangle& where,
                                  NibbleOrder order) {
  const auto blocks = readRectangle(*file, layout, where, order);
  if (!blocks) {
    return fail(blocks.error());
  }
  ValueTexts texts;
  texts.where = where;
  for (const ElementBlock& block : *blocks) {
    std::vector<QString>& row = texts.rows.emplace_back();
    std::vector<double>& numbers = texts.numbers.emplace_back();
    for (std::size_t i = 0; i < block.count(); ++i) {
      row.push_back(cellText(block, i, layout.asBytes));
      numbers.push_back(asDouble(block.value(i)));
    }
  }
  return texts;
}

} // namespace assay
