#pragma once

#include "ui/models/checkpoint_overview.h"

#include <QWidget>
#include <vector>

class QGridLayout;

namespace assay {

/// Labels with their values, one pair a row.
class FactGrid : public QWidget {
  Q_OBJECT

 public:
  explicit FactGrid(QWidget* parent = nullptr);
  void setFacts(const std::vector<Fact>& facts);

 private:
  QGridLayout* m_grid;
};

} // namespace assay
