#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QLabel;

namespace assay {

/// Pairs of a small label and a value below it, side by side, wrapping where there is no room.
class FactList : public QWidget {
  Q_OBJECT

 public:
  struct Fact {
    QString label{};
    QString value{};
    QString toolTip{};
  };

  explicit FactList(QWidget* parent = nullptr);
  void setFacts(const QList<Fact>& facts);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void recolor();
  QList<QLabel*> m_labels;
  QList<QLabel*> m_values;
};

} // namespace assay
