#include "ui/models/outline_text.h"

#include "ui/models/display_text.h"

namespace assay {
namespace {

QString nameText(const NameTree& tree, NameTree::Node node) {
  if (tree.kind(node) != NameTree::Kind::Fold) {
    return display::oneLine(tree.name(node));
  }
  const auto members = tree.children(node);
  return QStringLiteral("%1 – %2").arg(display::oneLine(tree.name(members.front())),
                                       display::oneLine(tree.name(members.back())));
}

QString groupText(const NameTree& tree, NameTree::Node node) {
  if (tree.kind(node) == NameTree::Kind::Fold) {
    // It stands behind the one that its members are like.
    const auto siblings = tree.children(tree.parent(node));
    const NameTree::Node model = siblings[tree.rowInParent(node) - 1];
    return QStringLiteral("%1 layers like %2")
        .arg(display::count(tree.children(node).size()), display::oneLine(tree.name(model)));
  }
  if (const std::uint32_t layers = tree.layers(node); layers > 0) {
    return display::counted(layers, QStringLiteral("layer"), QStringLiteral("layers"));
  }
  return display::counted(tree.sums(node).tensors, QStringLiteral("tensor"),
                          QStringLiteral("tensors"));
}

} // namespace

QString outlineCellText(const Checkpoint& checkpoint, const NameTree& tree, NameTree::Node node,
                        int column) {
  if (column == OutlineName) {
    return nameText(tree, node);
  }
  if (column == OutlineSize) {
    return display::size(tree.sums(node).bytes);
  }
  if (tree.kind(node) != NameTree::Kind::Tensor) {
    return column == OutlineShape ? groupText(tree, node) : QString();
  }
  const TensorInfo info = checkpoint.table()[tree.tensor(node)];
  if (!info.described) {
    return display::notApplicable();
  }
  return column == OutlineShape ? display::shape(info.shape) : display::oneLine(info.dtypeText);
}

QString outlinePathText(const NameTree& tree, NameTree::Node node) {
  QString path = display::oneLine(tree.path(node));
  if (tree.kind(node) == NameTree::Kind::Fold) {
    path += (path.isEmpty() ? QString() : QStringLiteral(".")) + nameText(tree, node);
  }
  return path;
}

} // namespace assay
