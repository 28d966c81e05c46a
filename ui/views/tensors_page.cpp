#include "ui/views/tensors_page.h"

#include <utility>

namespace assay {

TensorsPage::TensorsPage(QWidget* parent) : QWidget(parent) {}

void TensorsPage::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint) {
  m_checkpoint = std::move(checkpoint);
}

void TensorsPage::setFilterText(const QString&) {}
void TensorsPage::selectTensor(TensorId) {}
void TensorsPage::selectGroup(const QString&) {}

} // namespace assay
