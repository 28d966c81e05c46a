#pragma once

#include <QListView>

namespace assay {

class RecentModel;

/// The list of recent checkpoints: Return or a double click opens, Delete takes a row off the list.
class RecentList : public QListView {
  Q_OBJECT

 public:
  explicit RecentList(RecentModel* model, QWidget* parent = nullptr);

 Q_SIGNALS:
  void openRequested(const QString& path);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  void open(const QModelIndex& index);
  void removeCurrent();
  RecentModel* m_recent;
};

} // namespace assay
