#pragma once

#include <QLayout>
#include <QList>
#include <memory>

namespace assay {

/// Lays items out from left to right and wraps where the width ends.
class FlowLayout : public QLayout {
 public:
  FlowLayout(int horizontalGap, int verticalGap, QWidget* parent = nullptr);
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override;
  [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
  [[nodiscard]] QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
  QLayoutItem* takeAt(int index) override;
  [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;
  [[nodiscard]] QSize minimumSize() const override;
  [[nodiscard]] QSize sizeHint() const override { return minimumSize(); }
  void setGeometry(const QRect& rect) override;

 private:
  int arrange(const QRect& rect, bool apply) const;
  int m_horizontalGap;
  int m_verticalGap;
  QList<QLayoutItem*> m_items;
};

} // namespace assay
