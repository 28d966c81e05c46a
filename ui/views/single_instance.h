#pragma once

#include <QLocalServer>
#include <QObject>
#include <QStringList>
#include <memory>

namespace assay {

/// Lets the second start of the program hand its paths to the first, so that opening a file again
/// raises the window that shows it. (The Mac does this by itself.) One server a user.
class SingleInstance : public QObject {
  Q_OBJECT

 public:
  explicit SingleInstance(QString serverName, QObject* parent = nullptr);

  /// Sends absolute paths to a running instance; true where one took them, and this one can end.
  [[nodiscard]] bool handOver(const QStringList& paths) const;

  /// Becomes the instance that takes paths from others.
  bool listen();

  /// The user's name for the server of the real program.
  [[nodiscard]] static QString defaultName();

 Q_SIGNALS:
  /// Another start asked to open these; none: to come to the front.
  void received(const QStringList& paths);

 private:
  void takeConnection();
  QString m_name;
  QLocalServer m_server;
};

} // namespace assay
