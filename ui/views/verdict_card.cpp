#include "ui/views/verdict_card.h"

#include "ui/views/severity_icon.h"
#include "ui/views/theme.h"
#include "ui/views/wrapped_text.h"

#include <QPainter>

namespace assay {

namespace {

constexpr int left = 50;
constexpr int right = 20;
constexpr int top = 14;
constexpr int bottom = 13;
constexpr int iconExtent = 20;

SeverityShape shapeOf(Verdict::Mood mood) {
  switch (mood) {
  case Verdict::Mood::Good:
    return SeverityShape::Ok;
  case Verdict::Mood::Warning:
    return SeverityShape::Warning;
  case Verdict::Mood::Bad:
    return SeverityShape::Error;
  }
  return SeverityShape::Note;
}

QFont titleFont() {
  return themeFont(15, QFont::DemiBold);
}

} // namespace

VerdictCard::VerdictCard(QWidget* parent) : QWidget(parent) {
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void VerdictCard::setVerdict(const Verdict& verdict) {
  m_verdict = verdict;
  setAccessibleName(QStringLiteral("%1: %2. %3")
                        .arg(severityWord(shapeOf(verdict.mood)), verdict.title, verdict.text));
  updateGeometry();
  update();
}

QRect VerdictCard::titleRect(int width) const {
  const int room = width - left - right;
  return {left, top, room, wrappedHeight(m_verdict.title, titleFont(), room)};
}

QRect VerdictCard::textRect(int width) const {
  const int room = width - left - right;
  return {left, titleRect(width).bottom() + 4, room,
          wrappedHeight(m_verdict.text, themeFont(), room)};
}

int VerdictCard::heightForWidth(int width) const {
  return qMax(66, textRect(width).bottom() + 1 + bottom);
}

QSize VerdictCard::sizeHint() const {
  return {480, heightForWidth(480)};
}

QSize VerdictCard::minimumSizeHint() const {
  return {260, 66};
}

void VerdictCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(themeColor(ThemeRole::Card, palette()));
  painter.drawRoundedRect(rect(), 10, 10);
  paintSeverity(painter, QRectF(17, top + 1, iconExtent, iconExtent), shapeOf(m_verdict.mood),
                palette());
  painter.setPen(themeColor(ThemeRole::Text, palette()));
  paintWrapped(painter, titleRect(width()).topLeft(), m_verdict.title, titleFont(),
               titleRect(width()).width());
  painter.setPen(themeColor(ThemeRole::Secondary, palette()));
  paintWrapped(painter, textRect(width()).topLeft(), m_verdict.text, themeFont(),
               textRect(width()).width());
}

} // namespace assay
