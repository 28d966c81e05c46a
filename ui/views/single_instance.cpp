#include "ui/views/single_instance.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QDir>
#include <QLocalSocket>
#include <utility>

namespace assay {

namespace {

constexpr int connectMs = 300;
constexpr int answerMs = 1000;
constexpr qint64 mostBytes = 1 << 20;
const QByteArray accepted = QByteArrayLiteral("ok");

} // namespace

SingleInstance::SingleInstance(QString serverName, QObject* parent)
    : QObject(parent), m_name(std::move(serverName)) {
  m_server.setSocketOptions(QLocalServer::UserAccessOption);
  connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::takeConnection);
}

QString SingleInstance::defaultName() {
  const QByteArray home =
      QCryptographicHash::hash(QDir::homePath().toUtf8(), QCryptographicHash::Sha256).toHex();
  return QStringLiteral("assay-") + QString::fromLatin1(home.left(16));
}

bool SingleInstance::handOver(const QStringList& paths) const {
  QLocalSocket socket;
  socket.connectToServer(m_name);
  if (!socket.waitForConnected(connectMs)) {
    return false;
  }
  QByteArray message;
  QDataStream pack(&message, QIODevice::WriteOnly);
  pack << paths;
  QDataStream stream(&socket);
  stream << message;
  // Only an answer proves that somebody took them: a hung instance must not swallow the file.
  return socket.waitForBytesWritten(answerMs) && socket.waitForReadyRead(answerMs) &&
         socket.readAll() == accepted;
}

bool SingleInstance::listen() {
  if (m_server.listen(m_name)) {
    return true;
  }
  // Left over from an instance that crashed: nobody answered in handOver.
  QLocalServer::removeServer(m_name);
  return m_server.listen(m_name);
}

void SingleInstance::takeConnection() {
  while (QLocalSocket* socket = m_server.nextPendingConnection()) {
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
      if (socket->bytesAvailable() > mostBytes) {
        socket->abort();
        return;
      }
      QDataStream stream(socket);
      stream.startTransaction();
      QByteArray message;
      stream >> message;
      if (!stream.commitTransaction()) {
        return; // the rest is still to come
      }
      QStringList paths;
      QDataStream unpack(message);
      unpack >> paths;
      socket->write(accepted);
      socket->flush();
      Q_EMIT received(paths);
    });
  }
}

} // namespace assay
