#pragma once

#include <QTableView>

namespace assay {

/// The flat list: fixed rows, a selection across the whole row, a column menu on its header.
class TensorListView : public QTableView {
  Q_OBJECT

 public:
  explicit TensorListView(QWidget* parent = nullptr);
  /// To be called once a model is set: widths and which columns show at first.
  void setUpColumns();
  [[nodiscard]] QMenu* makeColumnMenu(QWidget* parent);

 protected:
  void initViewItemOption(QStyleOptionViewItem* option) const override;

 private:
  void showHeaderMenu(const QPoint& position);
};

} // namespace assay
