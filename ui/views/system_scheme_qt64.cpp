// Qt before 6.5 does not know the desktop's scheme: the portal that GNOME, KDE and others share
// does.
#include "ui/views/system_scheme.h"
#include "ui/views/theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QFile>
#include <optional>
#include <utility>

namespace assay {

namespace {

const QString portalService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString portalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString settingsInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colorScheme = QStringLiteral("color-scheme");

// The first window waits for the answer: a portal that is slow to start must not hold it up.
constexpr int answerMs = 250;

/// Whether there is a session bus: asking for one that is not there would try to start it.
bool hasSessionBus() {
  return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") ||
         QFile::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

/// The portal's answer: 1 is dark, 2 is light, 0 is no preference. It comes in one variant or two.
std::optional<bool> isDarkValue(QVariant value) {
  while (value.canConvert<QDBusVariant>()) {
    value = value.value<QDBusVariant>().variant();
  }
  bool isNumber = false;
  const uint scheme = value.toUInt(&isNumber);
  return isNumber && scheme != 0 ? std::optional(scheme == 1) : std::nullopt;
}

} // namespace

/// Takes the portal's signal; the connection by name needs a slot.
class SchemeListener : public QObject {
  Q_OBJECT

 public:
  explicit SchemeListener(std::function<void(bool)> changed) : m_changed(std::move(changed)) {}

 public Q_SLOTS:
  void settingChanged(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group == appearance && key == colorScheme) {
      m_changed(isDarkValue(value.variant()).value_or(false));
    }
  }

 private:
  std::function<void(bool)> m_changed;
};

bool systemPrefersDark() {
  const bool byPalette = isDark(QApplication::palette());
  if (!hasSessionBus()) {
    return byPalette;
  }
  QDBusMessage question = QDBusMessage::createMethodCall(portalService, portalPath,
                                                         settingsInterface, QStringLiteral("Read"));
  question << appearance << colorScheme;
  const QDBusMessage answer = QDBusConnection::sessionBus().call(question, QDBus::Block, answerMs);
  if (answer.type() != QDBusMessage::ReplyMessage || answer.arguments().isEmpty()) {
    return byPalette;
  }
  return isDarkValue(answer.arguments().first()).value_or(byPalette);
}

void followSystemScheme(std::function<void(bool dark)> changed) {
  if (!hasSessionBus()) {
    return;
  }
  auto* listener = new SchemeListener(std::move(changed));
  listener->setParent(qApp);
  QDBusConnection::sessionBus().connect(portalService, portalPath, settingsInterface,
                                        QStringLiteral("SettingChanged"), listener,
                                        SLOT(settingChanged(QString, QString, QDBusVariant)));
}

} // namespace assay

#include "system_scheme_qt64.moc"
