#pragma once

#include <QWidget>

class QPushButton;

namespace assay {

class RecentList;
class RecentModel;

/// What a window without a checkpoint shows: where to drop one, and those opened before.
class StartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(RecentModel* recent, QWidget* parent = nullptr);
  [[nodiscard]] RecentList* recentList() const { return m_list; }
  [[nodiscard]] QPushButton* openButton() const { return m_open; }

 Q_SIGNALS:
  void openRequested(); ///< ask for a file
  void sampleRequested();
  void pathRequested(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] QWidget* buildDropZone();
  [[nodiscard]] QWidget* buildRecent(RecentModel* recent);
  QPushButton* m_open = nullptr;
  RecentList* m_list = nullptr;
  QWidget* m_left = nullptr;
  QWidget* m_side = nullptr;
};

} // namespace assay
