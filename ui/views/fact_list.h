#pragma once

#include <QList>
#include <QString>
#include <QWidget>

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
};

} // namespace assay
