#pragma once

#include <QStringList>
#include <QWidget>

class QMimeData;

namespace assay {

/// The frame over a window while a file hovers over it.
class DropOverlay : public QWidget {
  Q_OBJECT

 public:
  explicit DropOverlay(QWidget* window);
  /// Covers the whole window.
  void cover();

 protected:
  void paintEvent(QPaintEvent* event) override;
};

/// The local files and folders of a drop, in order; empty where it holds anything else. Looks at
/// the text of the addresses only, never at the disk.
[[nodiscard]] QStringList droppedPaths(const QMimeData* data);

} // namespace assay
