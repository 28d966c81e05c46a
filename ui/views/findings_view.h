#pragma once

#include "ui/models/finding_groups.h"

#include <QWidget>
#include <vector>

class QVBoxLayout;

namespace assay {

/// The findings, worst first, each with its shape, title and text; several of one kind stand
/// together and open on demand.
class FindingsView : public QWidget {
  Q_OBJECT

 public:
  explicit FindingsView(QWidget* parent = nullptr);
  void setGroups(const std::vector<FindingGroup>& groups);
  [[nodiscard]] int count() const { return m_count; }

 Q_SIGNALS:
  /// The user wants to see the tensor that a finding is about.
  void tensorActivated(const QString& name);

 private:
  QWidget* makeRow(const FindingGroup& group);
  QVBoxLayout* m_layout;
  int m_count = 0;
};

} // namespace assay
