#include "ui/views/tensor_name_label.h"

#include "ui/views/theme.h"

#include <QPainter>
#include <QTextLayout>

namespace assay {
namespace {

constexpr int mostLines = 4; ///< of a hostile name; the tool tip has more of it

} // namespace

TensorNameLabel::TensorNameLabel(QWidget* parent) : QWidget(parent) {
  QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void TensorNameLabel::setName(const QString& quiet, const QString& strong) {
  m_quiet = quiet;
  m_strong = strong;
  setToolTip(name().left(2000).toHtmlEscaped());
  setAccessibleName(name());
  updateGeometry();
  update();
}

int TensorNameLabel::layOut(int width, QPainter* painter) const {
  constexpr qsizetype mostCharacters = 4000;
  QTextLayout layout((m_quiet + m_strong).left(mostCharacters),
                     themeFont(typeSize::tensorName, QFont::Medium));
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  QTextLayout::FormatRange quiet;
  quiet.start = 0;
  quiet.length = static_cast<int>(std::min(m_quiet.size(), mostCharacters));
  quiet.format.setForeground(themeColor(ThemeRole::Secondary, palette()));
  quiet.format.setFontWeight(QFont::Normal);
  layout.setFormats({quiet});
  layout.beginLayout();
  double y = 0;
  for (int lines = 0; lines < mostLines; ++lines) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) {
      break;
    }
    line.setLineWidth(width);
    line.setPosition({0, y});
    y += line.height();
  }
  layout.endLayout();
  if (painter != nullptr) {
    painter->setPen(themeColor(ThemeRole::Text, palette()));
    layout.draw(painter, {0, 0});
  }
  return static_cast<int>(y + 1);
}

int TensorNameLabel::heightForWidth(int width) const {
  return layOut(width, nullptr);
}

QSize TensorNameLabel::sizeHint() const {
  return {400, layOut(width() > 0 ? width() : 400, nullptr)};
}

QSize TensorNameLabel::minimumSizeHint() const {
  return {40, QFontMetrics(themeFont(typeSize::tensorName)).height()};
}

void TensorNameLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  layOut(width(), &painter);
}

} // namespace assay
