#include "ui/views/main_window.h"

#include "ui/views/segmented_control.h"
#include "ui/views/tensors_page.h"
#include "ui/views/theme.h"

#include <QLineEdit>
#include <QStackedWidget>
#include <QToolBar>
#include <utility>

namespace assay {

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), m_pages(new QStackedWidget(this)), m_overview(new QWidget(m_pages)),
      m_tensors(new TensorsPage(m_pages)) {
  setMinimumSize(980, 620);
  m_pages->addWidget(m_overview);
  m_pages->addWidget(m_tensors);
  setCentralWidget(m_pages);
  buildToolbar();
}

void MainWindow::buildToolbar() {
  m_toolbar = addToolBar(tr("Toolbar"));
  m_toolbar->setMovable(false);
  m_toolbar->setFixedHeight(metric::toolbarHeight);
  m_pageChoice = new SegmentedControl({tr("Overview"), tr("Tensors")}, m_toolbar);
  m_toolbar->addWidget(m_pageChoice);
  auto* stretch = new QWidget(m_toolbar);
  stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  m_toolbar->addWidget(stretch);
  m_search = new QLineEdit(m_toolbar);
  m_search->setPlaceholderText(tr("Name, dtype, or shape"));
  m_search->setFixedWidth(220);
  m_toolbar->addWidget(m_search);
  connect(m_pageChoice, &SegmentedControl::chosen, this,
          [this](int index) { showPage(static_cast<Page>(index)); });
  connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_tensors->setFilterText(text);
    showPage(Page::Tensors);
  });
}

void MainWindow::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint) {
  m_checkpoint = std::move(checkpoint);
  m_tensors->setCheckpoint(m_checkpoint);
}

void MainWindow::showPage(Page page) {
  m_pageChoice->setCurrent(static_cast<int>(page));
  m_pages->setCurrentIndex(static_cast<int>(page));
}

} // namespace assay
