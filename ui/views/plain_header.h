#pragma once

#include <QHeaderView>

namespace assay {

/// Column heads in grey medium type over one hairline, aligned as the model says.
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
  int m_left = 8;
  int m_right = 8;
};

} // namespace assay
