#include "ui/models/rows_text.h"

#include "ui/models/outline_text.h"

namespace assay {
namespace {

constexpr std::size_t rowsBetweenChecks = 1024;

/// One cell may not break the table that it is pasted into.
QString plain(QString text) {
  return text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QChar(0x2212), QLatin1Char('-'));
}

QString listCell(const Checkpoint& checkpoint, const TensorInfo& info, TensorColumn column) {
  if (!info.described || !tensorColumnFacts(column).numeric) {
    return plain(tensorCellText(checkpoint, info, column));
  }
  if (column == TensorColumn::DataOffsets) {
    return QStringLiteral("[%1, %2)").arg(info.dataOffsets.begin).arg(info.dataOffsets.end);
  }
  return QString::number(tensorSortNumber(info, column));
}

QString outlineCell(const Checkpoint& checkpoint, const NameTree& tree, NameTree::Node node,
                    int column) {
  return column == OutlineSize ? QString::number(tree.sums(node).bytes)
                               : plain(outlineCellText(checkpoint, tree, node, column));
}

/// `append(item, text)` adds the line of each item.
template<typename Item, typename Append>
QString lines(std::span<const Item> items, const StopToken& stop, Append append) {
  QString text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i % rowsBetweenChecks == 0 && stop.stopRequested()) {
      return {};
    }
    if (i > 0) {
      text += QLatin1Char('\n');
    }
    append(items[i], text);
  }
  return text;
}

} // namespace

QString listRowsText(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors,
                     std::span<const TensorColumn> columns, const StopToken& stop) {
  return lines(tensors, stop, [&](std::uint32_t tensor, QString& text) {
    const TensorInfo info = checkpoint.table().at(tensor);
    for (const TensorColumn column : columns) {
      text += column == columns.front() ? QString() : QStringLiteral("\t");
      text += listCell(checkpoint, info, column);
    }
  });
}

QString outlineRowsText(const Checkpoint& checkpoint, const NameTree& tree,
                        std::span<const NameTree::Node> nodes, OutlineRows what,
                        const StopToken& stop) {
  return lines(nodes, stop, [&](NameTree::Node node, QString& text) {
    if (what == OutlineRows::NamesOnly) {
      text += plain(outlinePathText(tree, node));
      return;
    }
    for (int column = 0; column < OutlineColumnCount; ++column) {
      text += column == 0 ? QString() : QStringLiteral("\t");
      text += outlineCell(checkpoint, tree, node, column);
    }
  });
}

} // namespace assay
