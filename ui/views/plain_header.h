#pragma once

#include <QHeaderView>

namespace assay {

/// Column heads in grey medium type over one hairline, aligned as the model says, with a chevron on
/// the column that rows are sorted by.
class PlainHeader : public QHeaderView {
  Q_OBJECT

 public:
  explicit PlainHeader(QWidget* parent = nullptr);
  /// Distance of the first column's text from the left edge and of the last one's from the right.
  void setEdgePadding(int left, int right);
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;

 private:
  void paintArrow(QPainter& painter, const QPointF& center) const;
  int m_left = 8;
  int m_right = 8;
};

} // namespace assay
